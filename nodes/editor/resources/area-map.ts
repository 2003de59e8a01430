import './area-map.css';
import type { AreaOfInterest } from '../../../src/geometry/area-of-interest';
import { GeometryError } from '../../../src/geometry/geometry-error';
import { readArea } from '../../../src/geometry/read-area';
import { makeElement } from '../make-element';
import { AreaPanel, type PanelTexts } from '../map/area-panel';
import { Drawing } from '../map/drawing';
import { EarlierAreas } from '../map/earlier-areas';
import { faultMark, readFaultyShape, type FaultyShape } from '../map/faulty-shape';
import { FittedView } from '../map/fitted-view';
import { addGraticule } from '../map/graticule';
import { Hexagons } from '../map/hexagons';
import { ImportProblem } from '../map/import-problem';
import { importFile, type ImportedArea } from '../map/imported-area';
import { L } from '../map/leaflet';
import { addOutlines } from '../map/outlines';
import { makePlaceForm } from '../map/place-form';
import { receive } from '../map/receive';
import { Scale } from '../map/scale';
import { makeTileForm } from '../map/tile-form';
import { Tiles, type TileSetting } from '../map/tiles';
import { Toolbar } from '../map/toolbar';
import { BEYOND } from '../map/unwrap';

export type { TileSetting } from '../map/tiles';

export interface AreaMapOptions extends PanelTexts {
  /** Hectares below which an area is small, for the chosen service. */
  syncThreshold: () => number;
  /** A distance in metres, with its unit. */
  distance: (metres: number) => string;
  tiles: TileSetting;
  saveTiles: (tiles: TileSetting) => void;
  /** A person drew, moved, pasted or dropped something: the area as text. */
  onArea: (text: string) => void;
  /** A text was read: what it is in a few words, or what is wrong with it. */
  onChecked: (text: string, result: { summary: string } | { problem: string }) => void;
  /** Opens the map as large as the window allows, or makes it small again. */
  onEnlarge: () => void;
}

export interface AreaMap {
  /** Shows an area given as text; an empty text shows none. */
  show: (text: string) => void;
  /** A person types: what was wrong is told no more. `show` follows when they pause. */
  outdate: () => void;
  /** Reads the present area again, for example with another threshold. */
  check: () => void;
  /** Puts the focus on the first tool. */
  focus: () => void;
  resized: () => void;
  /** A person is done: what they are still drawing counts. */
  finish: () => void;
  /** What a person brought last is not on the map yet. */
  isReading: () => boolean;
  remove: () => void;
}

/** A few fields across. */
const PLACE_ZOOM = 15;

/** What geoman says at the pointer while a person draws. */
const TOOLTIPS = ['placeMarker', 'firstVertex', 'continueLine', 'finishPoly', 'finishRect'];

/** The map of soil-area: draw, import, see what the service will make of it. Works without the internet. */
export function createAreaMap(container: HTMLElement, options: AreaMapOptions): AreaMap {
  const { text } = options;
  const canvas = makeElement('div', { class: 'soil-map-canvas', role: 'application', 'aria-label': text('map.label') });
  const panel = new AreaPanel(options);
  const body = makeElement('div', { class: 'soil-map-body' });
  body.append(canvas, panel.element);
  const note = makeElement('p', { class: 'soil-map-note', role: 'status', 'aria-live': 'polite' });
  const say = (words: string, isBad = false): void => {
    note.textContent = words;
    note.classList.toggle('soil-data-bad', isBad);
  };
  const complain = (words: string): void => say(words, true);
  /** Of what somebody did before they gave another area. A hint of the tool in use stays. */
  const forgetComplaint = (): void => void (note.classList.contains('soil-data-bad') && say(''));
  const textForm = makeElement('textarea', {
    ...{ class: 'soil-map-as-text', rows: '4', spellcheck: 'false' },
    ...{ 'aria-label': text('map.asText'), placeholder: text('map.textPlaceholder') },
  });
  const textFold = makeElement('details', { class: 'soil-map-text' });
  textFold.append(makeElement('summary', {}, text('map.asText')), textForm);

  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(canvas, {
    ...{ zoomAnimation: isMoving, fadeAnimation: isMoving, inertia: isMoving },
    ...{ zoomControl: false, minZoom: 1, maxZoom: 20, zoomSnap: 0.5 },
    ...{ maxBounds: [[-89, -180 - BEYOND], [89, 180 + BEYOND]] as L.LatLngBoundsLiteral, maxBoundsViscosity: 0.7 },
  });
  const tiles = new Tiles(map, () => say(text('map.tiles.failed')));
  const hexagons = new Hexagons(map);
  const toolbar = new Toolbar(text, {
    use: (tool) => drawing.use(tool),
    file: (file) => void bring(() => importFile(file)),
    zoom: () => fitted.fit(),
    tiles: () => !tileForm.toggleAttribute('hidden'),
    clear: () => drawing.clear(),
    undo,
    enlarge: options.onEnlarge,
  });
  const fitted = new FittedView(map, () => drawing.bounds());
  const fault = L.layerGroup().addTo(map);
  const drawing = new Drawing(
    map,
    (drawn) => take({ text: drawn, leftOut: 0 }, false),
    (tool) => {
      toolbar.show(tool);
      const changes = tool === 'edit' || tool === 'move' || tool === 'delete';
      say(!tool ? '' : changes && drawing.fixed ? text('map.fixed') : text(`map.how.${tool}`));
    },
  );
  const tileForm = makeTileForm(
    text,
    options.tiles,
    (setting) => {
      say('');
      tiles.show(setting);
      options.saveTiles(setting);
    },
    () => complain(text('map.tiles.invalid')),
  );
  const goTo = (place: L.LatLngTuple): void => {
    say('');
    map.setView(place, Math.max(map.getZoom(), PLACE_ZOOM));
  };
  const placeForm = makePlaceForm(text, {
    goTo,
    addPoint: (place) => {
      goTo(place);
      drawing.addPoint(place);
    },
    notPlace: () => complain(text('map.notPlace')),
  });
  container.classList.add('soil-map');
  // What is said and what is wrong stands above the map: below it would lie under the edge of the dialog.
  container.append(toolbar.element, note, tileForm, panel.problem, body, placeForm, textFold);

  let current = '';
  const earlier = new EarlierAreas();
  let checks = 0;
  /** Counts what a person did to the area: a file that takes long to read, as while its reader is loaded, does not take the place of what they did since. */
  let changes = 0;
  /** The change whose file is being read. */
  let reading: number | undefined;
  /** The map does not show the present area yet. */
  let stale = false;
  /** A person types another text: what is wrong with the one before is told no more. */
  let isOutdated = false;
  /** The dialog is closed: what is still found is told, and shown no more. */
  let removed = false;

  /** A person's change: kept, and read. */
  function take(area: ImportedArea, redraw: boolean): void {
    changes += 1;
    if (area.text !== current) earlier.keep(current);
    current = area.text;
    say(wordsOfLeftOut(area));
    options.onArea(area.text);
    void check(redraw);
  }

  function wordsOfLeftOut({ leftOut, linksLeftOut = 0 }: ImportedArea): string {
    const lines = leftOut > 0 ? [text('map.leftOut', { count: leftOut })] : [];
    const links = linksLeftOut > 0 ? [text('map.linksLeftOut', { count: linksLeftOut })] : [];
    return [...lines, ...links].join(' ');
  }

  /** Takes the last corner back of what is being drawn, or else the last change. */
  function undo(): void {
    if (drawing.takeCornerBack()) return;
    const before = earlier.takeLast();
    if (before === undefined) return say(text('map.nothingToUndo'));
    current = before;
    take({ text: before, leftOut: 0 }, true);
  }

  async function bring(read: () => Promise<ImportedArea>): Promise<void> {
    const turn = ++changes;
    reading = turn;
    say(text('map.import.reading'));
    try {
      const area = await read();
      if (turn === changes) take(area, true);
    } catch (error) {
      if (turn !== changes) return;
      reading = undefined;
      complain(error instanceof ImportProblem ? text(`map.import.${error.reason}`, error.values) : text('map.import.unreadable'));
    }
  }

  /** Reads the present text as the flow will, and shows what comes of it. */
  async function check(redraw: boolean): Promise<void> {
    const turn = ++checks;
    const read = current;
    stale ||= redraw;
    isOutdated = false;
    if (document.activeElement !== textForm) textForm.value = read;
    if (read.trim() === '') {
      panel.showNothing();
      draw(undefined);
      return;
    }
    try {
      const threshold = options.syncThreshold();
      const area = await readArea(read, { syncThreshold: threshold });
      if (turn !== checks) return;
      const { type, hectares } = area.description;
      options.onChecked(read, { summary: text('map.summary', { type: text(`map.type.${type}`), area: options.area(hectares, threshold) }) });
      if (removed) return;
      panel.showArea(area, threshold);
      draw(area);
    } catch (error) {
      if (turn !== checks) return;
      const problem = error instanceof GeometryError ? options.sentence(error.sentence) : text('map.import.unreadable');
      options.onChecked(read, { problem });
      const faulty = await readFaultyShape(read, error);
      if (turn !== checks || removed) return;
      panel.showProblem(problem);
      draw(undefined, faulty);
    }
  }

  /** Brings the map up to an area. What a person draws is there already, be it right or wrong. */
  function draw(area: AreaOfInterest | undefined, faulty?: FaultyShape): void {
    void hexagons.show(area?.description.cells ?? []);
    fault.clearLayers();
    if (faulty) fault.addLayer(faultMark(faulty.at));
    if (!stale) return;
    stale = false;
    if (faulty) drawing.showFaulty(faulty);
    else drawing.show(area);
    fitted.fit();
  }

  function outdate(): void {
    isOutdated = true;
    panel.forgetProblem();
    forgetComplaint();
  }

  map.attributionControl.setPrefix(false);
  L.control.zoom({ position: 'topright', zoomInTitle: text('map.zoomIn'), zoomOutTitle: text('map.zoomOut') }).addTo(map);
  new Scale(options.distance).addTo(map);
  map.setView([25, 10], 1.5);
  const tooltips = Object.fromEntries(TOOLTIPS.map((name) => [name, text(`map.tooltip.${name}`)]));
  map.pm.setLang('custom' as never, { tooltips, actions: {}, buttonTitles: {} }, 'en');
  addOutlines(map);
  addGraticule(map, { east: text('map.eastLetters'), west: text('map.westLetters') }, options.degrees);
  tiles.show(options.tiles);
  panel.showNothing();

  receive(container, (read) => void bring(read));
  // It comes back by `show` when the typing pauses: whoever hears the panel would hear it anew with every letter.
  textForm.addEventListener('input', () => {
    changes += 1;
    outdate();
    say('');
    options.onArea(textForm.value.trim());
  });
  // Also while the focus is on the button of the tool, where a press of that leaves it.
  container.addEventListener('keydown', (event) => {
    const withControl = event.ctrlKey || event.metaKey;
    const isInText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape' && !withControl) drawing.use(undefined);
    else if (!isInText && withControl && !event.shiftKey && event.key.toLowerCase() === 'z') undo();
    else if (isInText || event.key !== 'Backspace' || !drawing.takeCornerBack()) return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    show: (shown) => {
      // A field of one line leaves out the line breaks of what was dropped on the map.
      const isSame = shown === current.replace(/[\r\n]/g, '');
      if (isSame && !isOutdated) return;
      if (!isSame) {
        earlier.forget();
        forgetComplaint();
      }
      current = shown;
      void check(true);
    },
    check: () => void check(false),
    focus: () => toolbar.focus(),
    resized: () => fitted.resized(),
    finish: () => drawing.finish(),
    isReading: () => reading === changes,
    outdate,
    remove: () => {
      removed = true;
      changes += 1;
      map.remove();
      // Node-RED keeps the elements of closed dialogs, and listeners on them would keep the map.
      container.remove();
    },
  };
}
