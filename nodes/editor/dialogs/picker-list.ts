import { LONGEST_AREA, type PickerList, type PickerResource } from '../../admin/admin-answers';
import { askAdmin } from '../admin-call';
import { isIdentifier, type Chosen } from '../fields/chosen';
import { isFromEnvironment } from '../fields/from-environment';
import { lazyPart, sayMissing } from '../lazy-part';
import type { Picker } from '../resources/picker';
import { serviceInEditor } from '../services/service-question';
import { lookUpstream } from '../upstream';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';

/** Key of the area that a person typed because the flow has none: kept for the next dialog. */
const TYPED_AREA = 'soil-data-picker-area';

interface PickerPlace {
  node: EditorNode;
  container: JQuery;
  resource: PickerResource;
  /** Whether the list is that of the whole service, not of an area. */
  everywhere?: boolean;
  chosen: Chosen[];
  /** Choices made in the same dialog; if empty, those of the nodes in front count. */
  spatialFilters?: () => number[];
  soilProperties?: () => number[];
  /** Whether locked datasets may be chosen. */
  lockedToo?: () => boolean;
  onChange: (chosen: Chosen[]) => void;
  /** Called when a person typed another area for this list. */
  onArea?: (area: string) => void;
}

/** A picker in a dialog, which may still be loading. */
export type ShownPicker = Pick<Picker, 'reload' | 'takeArea'>;

/** Puts a picker into a dialog: the list comes from the service that the dialog names, for the area of the flow or for a typed one. */
export function showPicker(place: PickerPlace): ShownPicker {
  const { container, node, resource, everywhere = false } = place;
  let picker: Picker | undefined;
  container.empty().append($('<p>').text(sharedText('picker.loading')));
  // Node-RED keeps the elements of closed dialogs, so a list of thousands of lines is emptied when jQuery UI says that the dialog goes.
  container.off('remove').on('remove', () => container[0]?.replaceChildren());
  lazyPart('picker')
    .then(({ Picker }) => {
      const upstream = lookUpstream(node);
      container.empty();
      picker = new Picker(container[0] as HTMLElement, {
        label: sharedText(`picker.label.${resource}`),
        chosen: place.chosen,
        isIdentifier,
        lockedToo: place.lockedToo ?? (() => false),
        area: everywhere ? null : upstream.area ? { fixed: true, text: areaName(upstream.area.from) } : { fixed: false, text: sessionStorage.getItem(TYPED_AREA) ?? '' },
        load: async (typed) => {
          // Outside of subflows, the menu has no environment variables, and shows nothing.
          const named = $('#node-input-service').val() ?? node.service;
          if (isFromEnvironment(named)) throw new Error(sharedText('picker.serviceFromEnvironment'));
          const service = serviceInEditor(named);
          if (!service) throw new Error(sharedText('invalid.service'));
          if (everywhere) return askAdmin<PickerList>('discover', { service, resource, query: {} });
          const area = upstream.area?.text ?? typed;
          if (area.length > LONGEST_AREA) throw new Error(sharedText('picker.areaTooLong', { most: shownNumber(LONGEST_AREA) }));
          if (!upstream.area) sessionStorage.setItem(TYPED_AREA, typed);
          const query = {
            area,
            spatialFilters: firstFilled(place.spatialFilters?.(), upstream.spatialFilters),
            soilProperties: firstFilled(place.soilProperties?.(), upstream.soilProperties),
          };
          if (query.area === '' && resource !== 'datasets') return null;
          return askAdmin<PickerList>('discover', { service, resource, query });
        },
        onChange: place.onChange,
        onArea: place.onArea ?? (() => undefined),
      });
    })
    .catch(() => sayMissing(container));
  // A picker that is still loading reads the current choices, and the area typed last, when it comes.
  return { reload: () => picker?.reload(), takeArea: (area) => picker?.takeArea(area) };
}

function areaName(from: EditorNode): string {
  return from.name || from._('soil-area.label.palette');
}

function firstFilled(here: number[] | undefined, ahead: number[]): number[] {
  return here && here.length > 0 ? here : ahead;
}
