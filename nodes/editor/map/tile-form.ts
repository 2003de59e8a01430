import { makeElement } from '../make-element';
import { sharedText } from '../words/shared-text';
import { isTileUrl, type TileSetting } from './tiles';

const LONGEST_ATTRIBUTION = 200;

/** The address of map tiles, for those who want them. Hidden until it is asked for. */
export function makeTileForm(setting: TileSetting, change: (setting: TileSetting) => void, invalid: (url: HTMLElement) => void): HTMLElement {
  const form = makeElement('div', { class: 'soil-map-tiles', hidden: '' });
  const url = makeElement('input', {
    type: 'text', spellcheck: 'false',
    placeholder: `${sharedText('map.tiles.url')}: https://…/{z}/{x}/{y}.png`, 'aria-label': sharedText('map.tiles.url'),
  });
  const attribution = makeElement('input', { type: 'text', placeholder: sharedText('map.tiles.attribution'), 'aria-label': sharedText('map.tiles.attribution') });
  url.value = setting.url;
  attribution.value = setting.attribution;
  const read = (): void => {
    const typed = { url: url.value.trim(), attribution: attribution.value.trim().slice(0, LONGEST_ATTRIBUTION) };
    const fits = typed.url === '' || isTileUrl(typed.url);
    url.classList.toggle('input-error', !fits);
    url.setAttribute('aria-invalid', String(!fits));
    if (fits) change(typed);
    else invalid(url);
  };
  url.addEventListener('change', read);
  attribution.addEventListener('change', read);
  form.append(url, attribution, makeElement('p', {}, sharedText('map.tiles.hint')));
  return form;
}
