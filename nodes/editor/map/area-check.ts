import type { AreaOfInterest } from '../../../src/geometry/area-of-interest';
import { GeometryError } from '../../../src/geometry/geometry-error';
import { readArea } from '../../../src/geometry/read-area';
import { sentenceText } from '../words/sentence-text';
import { sharedText } from '../words/shared-text';
import { shownArea } from '../words/shown-values';
import type { AreaPanel } from './area-panel';
import type { Drawing } from './drawing';
import { faultMark, readFaultyShape, type FaultyShape } from './faulty-shape';
import type { FittedView } from './fitted-view';
import { Hexagons } from './hexagons';
import { L } from './leaflet';

/** What the check needs, and whom it tells. */
export interface CheckOptions {
  /** Hectares below which an area is small, for the chosen service. */
  syncThreshold: () => number;
  /** Called when a text was read: what it is in a few words, or what is wrong with it. */
  onChecked: (text: string, result: { summary: string } | { problem: string }) => void;
}

/** Where the findings are shown. */
interface Places {
  map: L.Map;
  panel: AreaPanel;
  drawing: Drawing;
  fitted: FittedView;
}

/** Reads the area as the flow will, and shows the result. */
export class AreaCheck {
  private readonly hexagons: Hexagons;
  private readonly fault: L.LayerGroup;
  private checks = 0;
  /** Whether the map does not show the present area yet. */
  private isStale = false;
  private isClosed = false;

  constructor(
    private readonly places: Places,
    private readonly options: CheckOptions,
  ) {
    this.hexagons = new Hexagons(places.map);
    this.fault = L.layerGroup().addTo(places.map);
  }

  /** @param redraw whether the area came from elsewhere than the map, which does not show it yet */
  async check(text: string, redraw: boolean): Promise<void> {
    const turn = ++this.checks;
    this.isStale ||= redraw;
    if (text.trim() === '') {
      this.places.panel.showNothing();
      this.draw(undefined);
      return;
    }
    try {
      const threshold = this.options.syncThreshold();
      const area = await readArea(text, { syncThreshold: threshold });
      if (turn === this.checks) this.accept(text, area, threshold);
    } catch (error) {
      if (turn === this.checks) await this.refuse(text, error);
    }
  }

  /** The dialog is closed: what is found after that is reported, but no longer shown. */
  close(): void {
    this.isClosed = true;
  }

  private accept(read: string, area: AreaOfInterest, threshold: number): void {
    const { type, hectares } = area.description;
    this.options.onChecked(read, { summary: sharedText('map.summary', { type: sharedText(`map.type.${type}`), area: shownArea(hectares, threshold) }) });
    if (this.isClosed) return;
    this.places.panel.showArea(area, threshold);
    this.draw(area);
  }

  private async refuse(read: string, error: unknown): Promise<void> {
    const turn = this.checks;
    const problem = error instanceof GeometryError ? sentenceText(error.sentence) : sharedText('map.import.unreadable');
    this.options.onChecked(read, { problem });
    const faulty = await readFaultyShape(read, error);
    if (turn !== this.checks || this.isClosed) return;
    this.places.panel.showProblem(problem);
    this.draw(undefined, faulty);
  }

  /** Brings the map up to date. What a person draws is there already, right or wrong. */
  private draw(area: AreaOfInterest | undefined, faulty?: FaultyShape): void {
    const { drawing, fitted } = this.places;
    void this.hexagons.show(area);
    this.fault.clearLayers();
    if (faulty) this.fault.addLayer(faultMark(faulty.at));
    if (!this.isStale) return;
    this.isStale = false;
    if (faulty) drawing.showFaulty(faulty);
    else drawing.show(area);
    fitted.fit();
  }
}
