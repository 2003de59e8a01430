import { iconButton, makeElement } from '../make-element';
import { sharedText } from '../words/shared-text';
import type { DrawingTool } from './drawing';

const TOOLS: readonly (readonly [DrawingTool, string])[] = [
  ['polygon', 'fa-pencil-square-o'],
  ['rectangle', 'fa-square-o'],
  ['point', 'fa-map-marker'],
  ['edit', 'fa-pencil'],
  ['move', 'fa-arrows'],
  ['delete', 'fa-trash-o'],
];

interface ToolbarActions {
  use: (tool: DrawingTool) => void;
  file: (file: File) => void;
  zoom: () => void;
  /** Shows or hides the form for tiles; returns whether it is shown now. */
  tiles: () => boolean;
  clear: () => void;
  undo: () => void;
  enlarge: () => void;
}

/** The buttons above the map. */
export class Toolbar {
  readonly element: HTMLElement;
  private readonly buttons = new Map<DrawingTool, HTMLButtonElement>();

  constructor(actions: ToolbarActions) {
    this.element = makeElement('div', { class: 'soil-map-toolbar', role: 'group', 'aria-label': sharedText('map.tools') });
    for (const [tool, icon] of TOOLS) {
      const button = iconButton(icon, sharedText(`map.tool.${tool}`), () => actions.use(tool));
      button.dataset.tool = tool;
      this.buttons.set(tool, button);
      this.element.append(button);
    }
    const chooser = makeElement('input', { class: 'soil-map-file', type: 'file', accept: '.wkt,.txt,.json,.geojson,.kml,.kmz,.zip', 'aria-label': sharedText('map.file') });
    chooser.addEventListener('change', () => {
      const file = chooser.files?.[0];
      if (file) actions.file(file);
      chooser.value = '';
    });
    const tiles = iconButton('fa-globe', sharedText('map.tiles.label'), () => tiles.setAttribute('aria-expanded', String(actions.tiles())));
    tiles.setAttribute('aria-expanded', 'false');
    this.element.append(
      chooser,
      iconButton('fa-folder-open-o', sharedText('map.file'), () => chooser.click(), 'soil-map-apart'),
      iconButton('fa-crosshairs', sharedText('map.zoomTo'), actions.zoom),
      tiles,
      iconButton('fa-eraser', sharedText('map.clear'), actions.clear),
      iconButton('fa-undo', sharedText('map.undo'), actions.undo),
      iconButton('fa-expand', sharedText('map.enlarge'), actions.enlarge),
    );
    this.show(undefined);
  }

  focus(): void {
    this.buttons.get('polygon')?.focus();
  }

  /** Marks the tool in use. */
  show(tool: DrawingTool | undefined): void {
    for (const [name, button] of this.buttons) button.setAttribute('aria-pressed', String(name === tool));
  }
}
