import { SYNC_THRESHOLD } from '../../../src/geometry/limits';
import { isLiteralArea } from '../../soil-area/area-types';
import { keepAreaProblem } from '../area-problems';
import { isLikeArea } from '../area-text';
import { isFromEnvironment } from '../fields/from-environment';
import { prepareTypedField } from '../fields/typed-field';
import { lazyPart, sayMissing } from '../lazy-part';
import type { AreaMap, TileSetting } from '../resources/area-map';
import { sharedText } from '../words/shared-text';

/** A person's setting, kept by Node-RED with their other editor settings. */
const TILES_SETTING = 'soil-data-tiles';

const PATIENCE_MS = 250;

/** The open dialog. */
let open: AreaDialog | undefined;

/** Prepares the dialog of soil-area. */
export function prepareAreaDialog(node: EditorNode): void {
  // The button that deletes a node from its dialog does not notify the dialog.
  closeAreaDialog();
  open = new AreaDialog(node);
}

/** The size of the dialog has changed: the map fills it anew. */
export function resizeAreaDialog(): void {
  open?.resized();
}

/** To be called before Node-RED reads the fields: a polygon that was not closed would be lost, and the area before it would stay. */
export function finishAreaDialog(): void {
  open?.done();
  closeAreaDialog();
}

/** Removes the map; does nothing if no dialog is open. */
export function closeAreaDialog(): void {
  open?.close();
  open = undefined;
}

function readTiles(): TileSetting {
  const { url, attribution } = RED.settings.get<Partial<TileSetting>>(TILES_SETTING, {}) ?? {};
  return { url: typeof url === 'string' ? url : '', attribution: typeof attribution === 'string' ? attribution : '' };
}

/** The field with the area, and the map that shows it and writes into it. */
class AreaDialog {
  private readonly field = $('#node-input-area');
  private readonly place = $('#soil-area-map');
  /** The short way to the map: that it is a type of the field is easily overlooked. */
  private readonly draw = $('#soil-area-draw');
  private map: Promise<AreaMap> | undefined;
  /** The map once it is loaded. */
  private present: AreaMap | undefined;
  private timer: number | undefined;
  private closed = false;
  /** While a tray opens or closes, another press would open a second one, or close the dialog below and lose what is in it. */
  private sliding = false;
  /** Where the field shows what was drawn. */
  private drawnLabel: JQuery | undefined;
  private summary: { text: string; words: string } = { text: '', words: '' };

  constructor(private readonly node: EditorNode) {
    const options: TypedInputOptions = {
      types: [
        'msg',
        'flow',
        'global',
        'env',
        { value: 'map', label: node._('soil-area.type.map'), icon: 'fa fa-map-o', valueLabel: (container, value) => this.label(container, value) },
        { value: 'wkt', label: node._('soil-area.type.wkt'), icon: 'fa fa-font' },
        { value: 'geojson', label: node._('soil-area.type.geojson'), icon: 'fa fa-code' },
      ],
      typeField: '#node-input-areaType',
      default: 'msg',
    };
    prepareTypedField(node, 'area', options, (type) => (isLiteralArea(type) ? 'soil-map-problem' : undefined));
    this.field.on('change', () => this.changed());
    this.field.next('.red-ui-typedInput-container').on('input', 'input', () => {
      // The field would notice text that a mouse pastes or drops only when it is left.
      this.field.val(this.field.typedInput('value'));
      this.withMap((map) => map.outdate());
      this.changed();
    });
    this.draw.on('click', () => {
      this.field.typedInput('type', 'map');
      // The button is gone now: the focus waits at the menu, and moves on to the map, unless the person has moved it elsewhere meanwhile.
      const menu = $('#node-input-area-menu').trigger('focus');
      this.withMap((map) => {
        if (menu.is(':focus')) map.focus();
      });
    });
    const split = $('#node-input-splitBySize');
    split.on('change', () => void $('#node-input-outputs').val(split.prop('checked') ? 2 : 1));
    $('#node-input-service').on('change', () => this.withMap((map) => map.check()));
    this.changed();
  }

  resized(): void {
    this.withMap((map) => map.resized());
  }

  /** Node-RED does not wait here: a notice says that a file still being read is left out, and what is wrong with the last text comes later. */
  done(): void {
    // A polygon that is not closed yet is no longer meant if the area now comes from elsewhere.
    if (isLiteralArea(this.field.typedInput('type'))) {
      this.finish();
      this.present?.show(this.literalText());
    }
    if (this.present?.isReading()) RED.notify(sharedText('map.import.stillReading'), 'warning');
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.map?.then((map) => map.remove()).catch(() => undefined);
  }

  private finish(): void {
    this.present?.finish();
  }

  private moved(): void {
    this.withMap((map) => {
      map.resized();
      map.focus();
    });
  }

  /** Fields still change while Node-RED closes the dialog, when the map is gone already. A map that could not be loaded is reported in its place. */
  private withMap(act: (map: AreaMap) => void): void {
    this.map?.then(
      (map) => {
        if (!this.closed) act(map);
      },
      () => undefined,
    );
  }

  /** The type or the text has changed. */
  private changed(): void {
    const type = this.field.typedInput('type');
    const literal = isLiteralArea(type);
    // What was drawn stands beside the menu, and nothing there takes the focus.
    $('#node-input-area-menu').attr('aria-describedby', type === 'map' ? 'soil-area-drawn' : null);
    this.place.toggle(literal);
    this.draw.parent().toggle(!literal);
    if (!literal) return this.withMap((map) => map.leave());
    this.map ??= this.load();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.withMap((map) => {
        map.resized();
        map.show(this.literalText());
      });
    }, PATIENCE_MS);
  }

  /** The name of a message property is no area, though the field keeps it when the type changes; and what a variable holds is not known here. */
  private literalText(): string {
    const text = this.field.typedInput('value').trim();
    const isName = isFromEnvironment(text) || (this.field.typedInput('type') === 'map' && !isLikeArea(text));
    return isName ? '' : text;
  }

  private async load(): Promise<AreaMap> {
    const holder = $('<div>').append($('<p>').text(sharedText('map.loading'))).appendTo(this.place.empty());
    try {
      const { AreaMap } = await lazyPart('area-map');
      if (this.closed) throw new Error('closed');
      const map = new AreaMap(holder.empty()[0] as HTMLElement, {
        syncThreshold: () => this.threshold(),
        tiles: readTiles(),
        saveTiles: (tiles) => RED.settings.set(TILES_SETTING, tiles),
        onArea: (text) => this.take(text),
        onChecked: (text, result) => this.checked(text, result),
        onEnlarge: () => this.resize(holder),
      });
      map.show(this.literalText());
      this.present = map;
      return map;
    } catch (error) {
      this.map = undefined;
      if (!this.closed) sayMissing(holder);
      throw error;
    }
  }

  /** Takes the result of the full check, which the field's rule uses too, here and on the flow. */
  private checked(text: string, result: { summary: string } | { problem: string }): void {
    const isFaulty = 'problem' in result;
    keepAreaProblem(text, isFaulty ? result.problem : undefined);
    if (this.closed) {
      RED.editor.validateNode(this.node);
      RED.view.redraw();
      return;
    }
    this.summary = { text, words: isFaulty ? sharedText('map.faulty') : result.summary };
    if (this.drawnLabel) this.label(this.drawnLabel, this.field.typedInput('value'));
    // Node-RED marks a field as faulty only on its change event.
    if (this.field.hasClass('input-error') !== isFaulty) this.field.trigger('change');
  }

  /** What a person drew or pasted goes into the field; text that they type as WKT or GeoJSON stays what it is. */
  private take(text: string): void {
    const type = text === '' || text.startsWith('{') ? 'map' : 'wkt';
    if (this.field.typedInput('type') !== type) this.field.typedInput('type', type);
    this.field.typedInput('value', text);
  }

  private label(container: JQuery, value: string): void {
    this.drawnLabel = container;
    const words = isLikeArea(value.trim()) ? (this.summary.text === value ? this.summary.words : sharedText('map.drawn')) : sharedText('map.nothingYet');
    container.attr('id', 'soil-area-drawn').addClass('soil-data-drawn').text(words);
  }

  private threshold(): number {
    const service = RED.nodes.node(String($('#node-input-service').val() ?? ''));
    const threshold = Number(service?.syncThreshold);
    return service && service.syncThreshold !== '' && threshold >= 0 ? threshold : SYNC_THRESHOLD;
  }

  /** Moves the map into a tray of its own, or closes that and moves it back. Moving takes the focus away, so it is set again. */
  private resize(holder: JQuery): void {
    if (this.sliding) return;
    this.sliding = true;
    if (holder.hasClass('soil-map-large')) RED.tray.close();
    else this.enlarge(holder);
  }

  private doneLarge(holder: JQuery): void {
    this.finish();
    this.resize(holder);
  }

  private enlarge(holder: JQuery): void {
    const done = sharedText('map.done');
    RED.tray.show({
      title: sharedText('map.label'),
      width: Infinity,
      // The ids that Node-RED's keys press in every tray; the dialog is not on the page meanwhile. There is nothing to cancel here: the key for it
      // just leads back, and needs no visible button.
      buttons: [
        { id: 'node-dialog-cancel', text: '', class: 'hide', click: () => this.resize(holder) },
        { id: 'node-dialog-ok', text: done, class: 'primary', click: () => this.doneLarge(holder) },
      ],
      open: (tray) => {
        this.sliding = false;
        const body = tray.find('.red-ui-tray-body');
        holder.addClass('soil-map-large').appendTo(body);
        this.moved();
      },
      resize: () => this.resized(),
      close: () => {
        this.sliding = false;
        holder.removeClass('soil-map-large').appendTo(this.place);
        this.moved();
      },
    });
  }
}
