import { makeElement, textButton } from '../make-element';
import { placeFromText } from './place';

type Place = [lat: number, lon: number];

interface PlaceActions {
  goTo: (place: Place) => void;
  addPoint: (place: Place) => void;
  notPlace: (input: HTMLElement) => void;
}

/** A field for a place as latitude and longitude: to look at it, or to set a point there. */
export function makePlaceForm(text: (key: string) => string, actions: PlaceActions): HTMLElement {
  const form = makeElement('div', { class: 'soil-map-place' });
  const input = makeElement('input', { type: 'text', placeholder: text('map.place'), 'aria-label': text('map.place'), spellcheck: 'false' });
  const letters = { east: text('map.eastLetters'), west: text('map.westLetters') };
  const withPlace = (act: (place: Place) => void) => (): void => {
    const place = placeFromText(input.value, letters);
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
  form.append(input, textButton(text('map.goTo'), goTo), textButton(text('map.addPoint'), withPlace(actions.addPoint)));
  return form;
}
