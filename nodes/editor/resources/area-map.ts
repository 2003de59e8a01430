import './area-map.css';
import { GeometryError } from '../../../src/geometry/geometry-error';
import { makeElement } from '../make-element';
import { AreaCheck, type CheckOptions } from '../map/area-check';
import { AreaPanel } from '../map/area-panel';
import { furnish, makeMap } from '../map/base-map';
import { Drawing, type DrawingTool } from '../map/drawing';
import { EarlierAreas } from '../map/earlier-areas';
import { FittedView } from '../map/fitted-view';
import { ImportProblem } from '../map/import-problem';
import { importFile, type ImportedArea } from '../map/imported-area';
import type { L } from '../map/leaflet';
import { MapNote } from '../map/map-note';
import { makePlaceForm } from '../map/place-form';
import { receive } from '../map/receive';
import { asSameFeature } from '../map/same-feature';
import { TextForm } from '../map/text-form';
import { makeTileForm } from '../map/tile-form';
import { Tiles, type TileSetting } from '../map/tiles';
import { Toolbar } from '../map/toolbar';
import { sentenceText } from '../words/sentence-text';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';

export type { TileSetting } from '../map/tiles';

interface AreaMapOptions extends CheckOptions {
  tiles: TileSetting;
  saveTiles: (tiles: TileSetting) => void;
  /** Called when a person drew, moved, pasted or dropped something, with the area as text. */
  onArea: (text: string) => void;
  /** Opens the map as large as the window allows, or makes it small again. */
  onEnlarge: () => void;
}

/** The map is then a few fields wide. */
const PLACE_ZOOM = 15;

/** The map of soil-area: draw, import, and see what the service will make of it. Works without the internet. */
export class AreaMap {
  private readonly map: L.Map;
  private readonly note = new MapNote();
  private readonly panel: AreaPanel;
  private readonly tiles: Tiles;
  private readonly tileForm: HTMLElement;
  private readonly textForm: TextForm;
  private readonly toolbar: Toolbar;
  private readonly drawing: Drawing;
  private readonly fitted: FittedView;
  private readonly areaCheck: AreaCheck;
  private readonly earlier = new EarlierAreas();
  private current = '';
  /** Counts a person's changes to the area: a file that takes long to read, for example while its reader loads, must not replace later changes. */
  private changes = 0;
  /** The change whose file is being read. */
  private reading: number | undefined;
  /** Whether a person is typing another text: what was wrong with the former one is no longer said. */
  private isOutdated = false;

  /** @param container empty; removed from the page together with the map */
  constructor(
    private readonly container: HTMLElement,
    private readonly options: AreaMapOptions,
  ) {
    const canvas = makeElement('div', { class: 'soil-map-canvas', role: 'application', 'aria-label': sharedText('map.label') });
    this.map = makeMap(canvas);
    this.tiles = new Tiles(this.map, () => this.note.say(sharedText('map.tiles.failed')));
    this.tileForm = this.makeTileForm();
    this.textForm = new TextForm((typed) => this.typed(typed));
    this.panel = new AreaPanel((isFaulty) => this.textForm.mark(isFaulty));
    this.toolbar = this.makeToolbar();
    this.drawing = new Drawing(
      this.map,
      (drawn) => this.take({ text: asSameFeature(this.current, drawn), leftOut: 0 }, false),
      (tool) => this.toolChanged(tool),
    );
    this.fitted = new FittedView(this.map, () => this.drawing.bounds());
    const { map, panel, drawing, fitted } = this;
    this.areaCheck = new AreaCheck({ map, panel, drawing, fitted }, options);
    this.assemble(canvas);
    furnish(this.map);
    this.tiles.show(options.tiles);
    this.panel.showNothing();
    receive(container, (read) => void this.bring(read));
    // On the container: pressing the button of a tool leaves the focus there.
    container.addEventListener('keydown', (event) => this.pressed(event));
  }

  /** Shows an area given as text; an empty text shows none. */
  show(shown: string): void {
    const isSame = shown === this.current;
    if (isSame && !this.isOutdated) return;
    if (!isSame) {
      this.earlier.forget();
      this.note.forget('complaint');
    }
    this.current = shown;
    this.textForm.show(shown);
    this.checkAnew(true);
  }

  /** A person is typing, here or in the field: what was wrong is no longer said. `show` follows when they pause. */
  outdate(): void {
    this.changes += 1;
    this.isOutdated = true;
    this.panel.forgetProblem();
    this.note.say('');
  }

  /** The area now comes from elsewhere: a file that is still being read is not to change that. What is being drawn waits. */
  leave(): void {
    if (!this.isReading()) return;
    this.changes += 1;
    this.note.say('');
  }

  /** Reads the present area again, for example with another threshold. */
  check(): void {
    this.checkAnew(false);
  }

  /** Puts the focus on the first tool. */
  focus(): void {
    this.toolbar.focus();
  }

  resized(): void {
    this.fitted.resized();
  }

  /** A person is done: what they are still drawing counts too. */
  finish(): void {
    this.drawing.finish();
  }

  /** Whether the file or text that a person brought last is not on the map yet. */
  isReading(): boolean {
    return this.reading === this.changes;
  }

  remove(): void {
    this.areaCheck.close();
    this.changes += 1;
    this.map.remove();
    // Node-RED keeps the elements of closed dialogs, and listeners on them would keep the map.
    this.container.remove();
  }

  private makeToolbar(): Toolbar {
    return new Toolbar({
      use: (tool) => this.drawing.use(tool),
      file: (file) => void this.bring(() => importFile(file)),
      zoom: () => this.fitted.fit(),
      tiles: () => !this.tileForm.toggleAttribute('hidden'),
      clear: () => this.drawing.clear(),
      undo: () => this.undo(),
      enlarge: this.options.onEnlarge,
    });
  }

  private makeTileForm(): HTMLElement {
    const { tiles, saveTiles } = this.options;
    const change = (setting: TileSetting): void => {
      this.note.say('');
      this.tiles.show(setting);
      saveTiles(setting);
    };
    return makeTileForm(tiles, change, (url) => this.note.say(sharedText('map.tiles.invalid'), 'complaint', url));
  }

  private makePlaceForm(): HTMLElement {
    const goTo = (place: L.LatLngTuple): void => {
      this.note.say('');
      this.map.setView(place, Math.max(this.map.getZoom(), PLACE_ZOOM));
    };
    const addPoint = (place: L.LatLngTuple): void => {
      goTo(place);
      this.drawing.addPoint(place);
    };
    return makePlaceForm({ goTo, addPoint, notPlace: (input) => this.note.say(sharedText('map.notPlace'), 'complaint', input) });
  }

  private assemble(canvas: HTMLElement): void {
    const body = makeElement('div', { class: 'soil-map-body' });
    body.append(canvas, this.panel.element);
    this.container.classList.add('soil-map');
    // Notes and problems are above the map: below it, they would lie under the edge of the dialog.
    const above = [this.toolbar.element, this.note.element, this.tileForm, this.panel.problem];
    this.container.append(...above, body, this.makePlaceForm(), this.textForm.element);
  }

  private toolChanged(tool: DrawingTool | undefined): void {
    this.toolbar.show(tool);
    if (!tool) return this.note.forget('hint');
    const isChanging = tool === 'edit' || tool === 'move' || tool === 'delete';
    this.note.say(sharedText(isChanging && this.drawing.fixed ? 'map.fixed' : `map.how.${tool}`), 'hint');
  }

  /** `show` says again what is wrong when the typing pauses: a screen reader would repeat it with every letter. */
  private typed(text: string): void {
    this.outdate();
    this.options.onArea(text);
  }

  private pressed(event: KeyboardEvent): void {
    const withControl = event.ctrlKey || event.metaKey;
    const isInText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape' && !withControl) this.drawing.use(undefined);
    else if (!isInText && withControl && !event.shiftKey && event.key.toLowerCase() === 'z') this.undo();
    else if (isInText || event.key !== 'Backspace' || !this.drawing.takeCornerBack()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private async bring(read: () => Promise<ImportedArea>): Promise<void> {
    const turn = ++this.changes;
    this.reading = turn;
    this.note.say(sharedText('map.import.reading'));
    try {
      const area = await read();
      if (turn === this.changes) this.take(area, true);
    } catch (error) {
      if (turn !== this.changes) return;
      this.reading = undefined;
      this.note.say(this.wordsOf(error), 'complaint');
    }
  }

  private wordsOf(error: unknown): string {
    if (error instanceof GeometryError) return sentenceText(error.sentence);
    return error instanceof ImportProblem ? sharedText(`map.import.${error.reason}`, error.values) : sharedText('map.import.unreadable');
  }

  /** Takes back the last corner of what is being drawn, or else the last change. */
  private undo(): void {
    if (this.drawing.takeCornerBack()) return;
    const before = this.earlier.takeLast();
    if (before === undefined) return this.note.say(sharedText('map.nothingToUndo'));
    this.current = before;
    this.take({ text: before, leftOut: 0 }, true);
  }

  /** Keeps and reads a person's change. */
  private take(area: ImportedArea, redraw: boolean): void {
    this.changes += 1;
    if (area.text !== this.current) this.earlier.keep(this.current);
    this.current = area.text;
    this.textForm.replace(area.text);
    this.note.say(this.wordsOfLeftOut(area));
    this.options.onArea(area.text);
    this.checkAnew(redraw);
  }

  private wordsOfLeftOut({ leftOut, linksLeftOut = 0 }: ImportedArea): string {
    const lines = leftOut > 0 ? [sharedText('map.leftOut', { count: shownNumber(leftOut) })] : [];
    const links = linksLeftOut > 0 ? [sharedText('map.linksLeftOut', { count: shownNumber(linksLeftOut) })] : [];
    return [...lines, ...links].join(' ');
  }

  /** @param redraw whether the map does not show the present area yet */
  private checkAnew(redraw: boolean): void {
    this.isOutdated = false;
    void this.areaCheck.check(this.current, redraw);
  }
}
