import type { AreaOfInterest } from '../../../src/geometry/area-of-interest';
import { LARGE_AREA } from '../../figures/measures';
import { makeElement } from '../make-element';
import { longitudeLetters } from '../words/longitude-letters';
import { sentenceText } from '../words/sentence-text';
import { sharedText } from '../words/shared-text';
import { shownArea, shownAreaLimit, shownDegrees, shownMeasure, shownNumber } from '../words/shown-values';
import { boxWords } from './box-words';

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
  constructor(private readonly mark: (isFaulty: boolean) => void) {
    this.element.append(this.facts, this.changes);
    this.tell('');
  }

  showArea({ description, changes }: AreaOfInterest, syncThreshold: number): void {
    const small = description.retrieval === 'sync';
    this.tell('');
    this.facts.replaceChildren(
      ...row(sharedText('map.fact.type'), sharedText(`map.type.${description.type}`)),
      ...row(sharedText('map.fact.size'), sizeWords(description.hectares, syncThreshold)),
      ...(description.cells
        ? row(sharedText('map.fact.cells'), sharedText('map.value.cells', { points: shownNumber(description.parts), cells: shownNumber(description.cells.length) }))
        : row(sharedText('map.fact.vertices'), shownNumber(description.vertices))),
      ...(description.cells || description.parts === 1 ? [] : row(sharedText('map.fact.parts'), shownNumber(description.parts))),
      ...row(sharedText('map.fact.place'), boxWords(description.bbox, longitudeLetters(), shownDegrees)),
      ...row(sharedText('map.fact.retrieval'), sharedText(small ? 'map.value.small' : 'map.value.large', { area: shownAreaLimit(syncThreshold) })),
    );
    this.element.dataset.retrieval = description.retrieval;
    this.changes.replaceChildren(...changes.map((change) => makeElement('li', {}, sharedText('map.repair', { change: sentenceText(change) }))));
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
    this.facts.replaceChildren(makeElement('dd', {}, sharedText('map.nothing')));
  }

  private tell(message: string): void {
    this.problem.textContent = message;
    this.mark(message !== '');
  }
}

function row(name: string, value: string): HTMLElement[] {
  return [makeElement('dt', {}, name), makeElement('dd', {}, value)];
}

/** The area in metric units and in those of some countries' farmers: hectares and acres, or for large areas square kilometres and square miles. */
function sizeWords(hectares: number, limit: number): string {
  const acres = hectares / HECTARES_IN_ACRE;
  if (hectares < LARGE_AREA) return sharedText('map.value.size', { area: shownArea(hectares, limit), acres: shownMeasure(acres) });
  return sharedText('map.value.sizeLarge', { area: shownArea(hectares, limit), miles: shownMeasure(acres / ACRES_IN_SQUARE_MILE) });
}
