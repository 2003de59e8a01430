import { makeElement, textButton } from '../make-element';
import { longitudeLetters } from '../words/longitude-letters';
import { sharedText } from '../words/shared-text';
import { placeFromText } from './place';

type Place = [lat: number, lon: number];

interface PlaceActions {
  goTo: (place: Place) => void;
  addPoint: (place: Place) => void;
  notPlace: (input: HTMLElement) => void;
}

/** A field for a place as latitude and longitude: to look at it, or to set a point there. */
export function makePlaceForm(actions: PlaceActions): HTMLElement {
  const form = makeElement('div', { class: 'soil-map-place' });
  const input = makeElement('input', { type: 'text', placeholder: sharedText('map.place'), 'aria-label': sharedText('map.place'), spellcheck: 'false' });
  const withPlace = (act: (place: Place) => void) => (): void => {
    const place = placeFromText(input.value, longitudeLetters());
    input.setAttribute('aria-invalid', String(!place));
    if (place) act(place);
    else actions.notPlace(input);
  };
  const goTo = withPlace(actions.goTo);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    goTo();
  });
  form.append(input, textButton(sharedText('map.goTo'), goTo), textButton(sharedText('map.addPoint'), withPlace(actions.addPoint)));
  return form;
}
