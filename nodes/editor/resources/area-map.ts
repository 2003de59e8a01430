import './area-map.css';
import { readArea } from '../../../src/geometry/read-area';
import { AreaPanel } from '../map/area-panel';
import { Drawing, type DrawingTool } from '../map/drawing';
import { addGraticule } from '../map/graticule';
import { Hexagons } from '../map/hexagons';
import { importFile, ImportProblem, importText, type ImportedArea } from '../map/imported-area';
import { L } from '../map/leaflet';
import { addOutlines } from '../map/outlines';
import { readPlace } from '../map/place';
import { isTileUrl, Tiles, type TileSetting } from '../map/tiles';

export type { TileSetting } from '../map/tiles';

export interface AreaMapOptions {
  text: (key: string, values?: Record<string, unknown>) => string;
  number: (value: number) => string;
  /** Hectares below which an area is small, for the chosen service. */
  syncThreshold: () => number;
  tiles: TileSetting;
  saveTiles: (tiles: TileSetting) => void;
  /** A person drew, moved, pasted or dropped something: the area as text. */
  onArea: (text: string) => void;
  /** A text was read: what it is in a few words, or what is wrong with it. */
  onChecked: (text: string, result: { summary: string } | { problem: string }) => void;
  /** Opens the map as large as the window allows. */
  onEnlarge: () => void;
}

export interface AreaMap {
  /** Shows an area given as text; an empty text shows none. */
  show: (text: string) => void;
  /** Reads the present area again, for example with another threshold. */
  check: () => void;
  resized: () => void;
  remove: () => void;
}

const TOOLS: readonly (readonly [DrawingTool, string])[] = [
  ['polygon', 'fa-pencil-square-o'],
  ['rectangle', 'fa-square-o'],
  ['point', 'fa-map-marker'],
  ['edit', 'fa-pencil'],
  ['move', 'fa-arrows'],
  ['delete', 'fa-trash-o'],
];

/** The map of soil-area: draw, import, see what the service will make of it. Works without the internet. */
export function createAreaMap(container: HTMLElement, options: AreaMapOptions): AreaMap {
  const { text } = options;
  container.classList.add('soil-map');
  const toolbar = make('div', 'soil-map-toolbar', { role: 'toolbar', 'aria-label': text('map.tools') });
  const canvas = make('div', 'soil-map-canvas', { role: 'application', 'aria-label': text('map.label') });
  const panel = new AreaPanel(options);
  const body = make('div', 'soil-map-body');
  body.append(canvas, panel.element);
  const note = make('p', 'soil-map-note', { role: 'status', 'aria-live': 'polite' });
  const textForm = make('textarea', 'soil-map-as-text', { rows: '4', spellcheck: 'false', 'aria-label': text('map.asText'), placeholder: text('map.textPlaceholder') });
  const tileForm = makeTileForm();
  container.append(toolbar, tileForm, body, makePlaceForm(), makeTextForm(), note);

  const map = L.map(canvas, { attributionControl: true, zoomControl: false, minZoom: 1, maxZoom: 20, zoomSnap: 0.5, maxBounds: [[-89, -230], [89, 230]], maxBoundsViscosity: 0.7 });
  map.attributionControl.setPrefix(false);
  L.control.zoom({ position: 'topleft', zoomInTitle: text('map.zoomIn'), zoomOutTitle: text('map.zoomOut') }).addTo(map);
  L.control.scale({ imperial: true }).addTo(map);
  map.setView([25, 10], 1.5);
  map.pm.setLang('custom' as never, drawingTexts() as never, 'en');
  addOutlines(map);
  addGraticule(map);
  const tiles = new Tiles(map);
  tiles.show(options.tiles);
  const hexagons = new Hexagons(map);
  const drawing = new Drawing(map, (drawn) => take({ text: drawn, leftOut: 0 }, false), showTool);
  const buttons = makeToolbar();

  let current = '';
  let checks = 0;

  /** A person's change: kept, and read. */
  function take(area: ImportedArea, redraw: boolean): void {
    current = area.text;
    say(area.leftOut > 0 ? text('map.leftOut', { count: area.leftOut }) : '');
    options.onArea(area.text);
    void check(redraw);
  }

  async function check(redraw: boolean): Promise<void> {
    const turn = ++checks;
    const read = current;
    if (!textForm.matches(':focus')) textForm.value = read;
    if (read.trim() === '') {
      panel.showNothing();
      void hexagons.show([]);
      if (redraw) drawing.show(undefined, 0);
      return;
    }
    try {
      const threshold = options.syncThreshold();
      const area = await readArea(read, { syncThreshold: threshold });
      if (turn !== checks) return;
      const { description } = area;
      panel.showArea(area, threshold);
      void hexagons.show(description.cells ?? []);
      if (redraw) {
        drawing.show(area.geometry, description.vertices);
        zoom();
      }
      options.onChecked(read, { summary: text('map.summary', { type: text(`map.type.${description.type}`), hectares: options.number(description.hectares) }) });
    } catch (error) {
      if (turn !== checks) return;
      panel.showProblem((error as Error).message);
      void hexagons.show([]);
      if (redraw) drawing.show(undefined, 0);
      options.onChecked(read, { problem: (error as Error).message });
    }
  }

  function zoom(): void {
    const bounds = drawing.bounds();
    if (bounds.isValid()) map.fitBounds(bounds, { padding: [24, 24], maxZoom: 16, animate: false });
  }

  function say(words: string): void {
    note.textContent = words;
  }

  async function bring(read: () => Promise<ImportedArea>): Promise<void> {
    say('');
    try {
      take(await read(), true);
    } catch (error) {
      say(text(error instanceof ImportProblem ? `map.import.${error.reason}` : 'map.import.unreadable'));
    }
  }

  function showTool(tool: DrawingTool | undefined): void {
    for (const [name, button] of buttons) {
      button.classList.toggle('selected', name === tool);
      button.setAttribute('aria-pressed', String(name === tool));
    }
    say(tool ? text(`map.how.${tool}`) : '');
  }

  function makeToolbar(): Map<DrawingTool, HTMLButtonElement> {
    const made = new Map<DrawingTool, HTMLButtonElement>();
    for (const [tool, icon] of TOOLS) {
      const button = iconButton(icon, text(`map.tool.${tool}`), () => drawing.use(tool));
      button.dataset.tool = tool;
      button.setAttribute('aria-pressed', 'false');
      made.set(tool, button);
      toolbar.append(button);
    }
    const chooser = make('input', 'soil-map-file', { type: 'file', accept: '.wkt,.txt,.json,.geojson,.kml,.zip', 'aria-label': text('map.file'), hidden: '' });
    chooser.addEventListener('change', () => {
      const file = chooser.files?.[0];
      if (file) void bring(() => importFile(file));
      chooser.value = '';
    });
    toolbar.append(
      chooser,
      iconButton('fa-folder-open-o', text('map.file'), () => chooser.click()),
      iconButton('fa-crosshairs', text('map.zoomTo'), zoom),
      iconButton('fa-globe', text('map.tiles.label'), () => tileForm.toggleAttribute('hidden')),
      iconButton('fa-eraser', text('map.clear'), () => drawing.clear()),
      iconButton('fa-expand', text('map.enlarge'), () => options.onEnlarge()),
    );
    return made;
  }

  function makePlaceForm(): HTMLElement {
    const form = make('div', 'soil-map-place');
    const input = make('input', '', { type: 'text', placeholder: text('map.place'), 'aria-label': text('map.place'), spellcheck: 'false' });
    const go = (act: (at: [number, number]) => void) => (): void => {
      const at = readPlace(input.value);
      if (at) act(at);
      say(at ? '' : text('map.notPlace'));
    };
    const show = go((at) => map.setView(at, Math.max(map.getZoom(), 13)));
    const add = go((at) => {
      map.setView(at, Math.max(map.getZoom(), 13));
      drawing.addPoint(at);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      show();
    });
    form.append(input, textButton(text('map.goTo'), show), textButton(text('map.addPoint'), add));
    return form;
  }

  function makeTextForm(): HTMLElement {
    const fold = make('details', 'soil-map-text');
    const summary = make('summary', '');
    summary.textContent = text('map.asText');
    fold.append(summary, textForm);
    return fold;
  }

  function makeTileForm(): HTMLElement {
    const form = make('div', 'soil-map-tiles', { hidden: '' });
    const url = make('input', 'soil-map-tile-url', { type: 'text', placeholder: 'https://tiles.example.com/{z}/{x}/{y}.png', 'aria-label': text('map.tiles.url'), spellcheck: 'false' });
    const attribution = make('input', '', { type: 'text', placeholder: text('map.tiles.attribution'), 'aria-label': text('map.tiles.attribution') });
    url.value = options.tiles.url;
    attribution.value = options.tiles.attribution;
    const hint = make('p', '');
    hint.textContent = text('map.tiles.hint');
    const change = (): void => {
      const setting = { url: url.value.trim(), attribution: attribution.value.trim().slice(0, 200) };
      const fits = setting.url === '' || isTileUrl(setting.url);
      url.classList.toggle('input-error', !fits);
      say(fits ? '' : text('map.tiles.invalid'));
      if (!fits) return;
      tiles.show(setting);
      options.saveTiles(setting);
    };
    url.addEventListener('change', change);
    attribution.addEventListener('change', change);
    form.append(url, attribution, hint);
    return form;
  }

  /** What geoman says at the pointer while a person draws. */
  function drawingTexts(): object {
    const tooltips = ['placeMarker', 'firstVertex', 'continueLine', 'finishPoly', 'finishRect'];
    return { tooltips: Object.fromEntries(tooltips.map((name) => [name, text(`map.tooltip.${name}`)])), actions: {}, buttonTitles: {} };
  }

  container.addEventListener('dragover', (event) => {
    event.preventDefault();
    container.classList.add('soil-map-dropping');
  });
  container.addEventListener('dragleave', () => container.classList.remove('soil-map-dropping'));
  container.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    container.classList.remove('soil-map-dropping');
    const file = event.dataTransfer?.files[0];
    const dropped = event.dataTransfer?.getData('text/plain') ?? '';
    if (file) void bring(() => importFile(file));
    else if (dropped.trim() !== '') void bring(() => importText(dropped));
  });
  container.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const file = event.clipboardData?.files[0];
    if (event.target instanceof HTMLInputElement || (event.target === textForm && !/^\s*</.test(pasted) && !file)) return;
    if (!file && pasted.trim() === '') return;
    event.preventDefault();
    void bring(() => (file ? importFile(file) : importText(pasted)));
  });
  textForm.addEventListener('input', () => {
    current = textForm.value;
    options.onArea(current.trim());
    void check(true);
  });
  canvas.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    drawing.use(undefined);
    event.stopPropagation();
  });

  return {
    show: (shown) => {
      if (shown === current) return;
      current = shown;
      void check(true);
    },
    check: () => void check(false),
    resized: () => map.invalidateSize({ animate: false }),
    remove: () => map.remove(),
  };
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, attributes: Record<string, string> = {}): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function iconButton(icon: string, meaning: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', 'red-ui-button red-ui-button-small', { type: 'button', 'aria-label': meaning, title: meaning });
  button.append(make('i', `fa ${icon}`, { 'aria-hidden': 'true' }));
  button.addEventListener('click', onClick);
  return button;
}

function textButton(words: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', 'red-ui-button red-ui-button-small', { type: 'button' });
  button.textContent = words;
  button.addEventListener('click', onClick);
  return button;
}
