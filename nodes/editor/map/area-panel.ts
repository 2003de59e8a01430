import type { AreaOfInterest } from '../../../src/geometry/area-of-interest';
import type { Sentence } from '../../../src/geometry/sentence';
import { LARGE_AREA } from '../../figures/measures';
import { makeElement } from '../make-element';
import { boxWords } from './box-words';

/** Words and figures in the editor's language. */
export interface PanelTexts {
  text: (key: string, values?: Record<string, unknown>) => string;
  /** A sentence about a shape, in the editor's language. */
  sentence: (sentence: Sentence) => string;
  number: (value: number) => string;
  /** An area in hectares; near a `limit`, with enough digits to show on which side it is. */
  area: (hectares: number, limit?: number) => string;
  /** A limit in hectares, in full precision. */
  areaLimit: (hectares: number) => string;
  /** A number without the digits that nobody takes in. */
  measure: (value: number) => string;
  degrees: (value: number, decimals: number) => string;
}

/** International acre (exact): 0.40468564224 hectares. */
const HECTARES_IN_ACRE = 0.40468564224;
const ACRES_IN_SQUARE_MILE = 640;

/** Shows what is known of the area, beside the map. */
export class AreaPanel {
  readonly element = makeElement('div', { class: 'soil-map-panel', 'aria-live': 'polite' });
  private readonly facts = makeElement('dl');
  /** What is wrong with the area. Separate from the panel, which is below the map if there is no room beside it: this must be seen. */
  readonly problem = makeElement('p', { id: 'soil-map-problem', class: 'soil-map-problem', role: 'status', 'aria-live': 'polite' });
  private readonly changes = makeElement('ul', { class: 'soil-map-changes' });

  /** @param mark marks the text of the area as faulty, or not */
  constructor(
    private readonly texts: PanelTexts,
    private readonly mark: (isFaulty: boolean) => void,
  ) {
    this.element.append(this.facts, this.changes);
    this.tell('');
  }

  showArea({ description, changes }: AreaOfInterest, syncThreshold: number): void {
    const { text, sentence, number, areaLimit, degrees } = this.texts;
    const small = description.retrieval === 'sync';
    this.tell('');
    this.facts.replaceChildren(
      ...row(text('map.fact.type'), text(`map.type.${description.type}`)),
      ...row(text('map.fact.size'), this.size(description.hectares, syncThreshold)),
      ...(description.cells
        ? row(text('map.fact.cells'), text('map.value.cells', { points: number(description.parts), cells: number(description.cells.length) }))
        : row(text('map.fact.vertices'), number(description.vertices))),
      ...(description.cells || description.parts === 1 ? [] : row(text('map.fact.parts'), number(description.parts))),
      ...row(text('map.fact.place'), boxWords(description.bbox, { east: text('map.eastLetters'), west: text('map.westLetters') }, degrees)),
      ...row(text('map.fact.retrieval'), text(small ? 'map.value.small' : 'map.value.large', { area: areaLimit(syncThreshold) })),
    );
    this.element.dataset.retrieval = description.retrieval;
    this.changes.replaceChildren(...changes.map((change) => makeElement('li', {}, text('map.repair', { change: sentence(change) }))));
  }

  /** The area in metric units and in those of some countries' farmers: hectares and acres, or for large areas square kilometres and square miles. */
  private size(hectares: number, limit: number): string {
    const { text, area, measure } = this.texts;
    const acres = hectares / HECTARES_IN_ACRE;
    if (hectares < LARGE_AREA) return text('map.value.size', { area: area(hectares, limit), acres: measure(acres) });
    return text('map.value.sizeLarge', { area: area(hectares, limit), miles: measure(acres / ACRES_IN_SQUARE_MILE) });
  }

  showProblem(message: string): void {
    this.facts.replaceChildren();
    this.changes.replaceChildren();
    delete this.element.dataset.retrieval;
    this.tell(message);
  }

  /** Called while a person mends what was wrong. */
  forgetProblem(): void {
    this.tell('');
  }

  showNothing(): void {
    this.showProblem('');
    this.facts.replaceChildren(makeElement('dd', {}, this.texts.text('map.nothing')));
  }

  private tell(message: string): void {
    this.problem.textContent = message;
    this.mark(message !== '');
  }
}

function row(name: string, value: string): HTMLElement[] {
  return [makeElement('dt', {}, name), makeElement('dd', {}, value)];
}
