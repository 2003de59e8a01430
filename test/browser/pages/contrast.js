/* global document, getComputedStyle, NodeFilter */
// Runs in the page: every text, icon and drawn shape of this package that is seen, and its contrast with what lies behind it (WCAG 2.2, 1.4.3 and 1.4.11).
(() => {
  const OWN = '.soil-data, .soil-map, .soil-picker, .soil-jobs';
  /** The words on buttons have the colour that Node-RED gives all buttons: 3.54 in 4.1. */
  const BUTTON = 3.5;
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const read = (colour) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(colour);
    const whole = colour.startsWith('color(') ? 255 : 1;
    return { rgb: [red * whole, green * whole, blue * whole], alpha };
  };
  const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha));
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const background = read(getComputedStyle(at).backgroundColor);
      if (background.alpha === 0) continue;
      layers.push(background);
      if (background.alpha === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255]);
  };
  const contrast = (element, property, part) => {
    const back = behind(element);
    const [one, other] = [light(over(read(getComputedStyle(element, part)[property]), back)), light(back)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  const isOff = (element) => element.closest('[disabled], .disabled, [aria-disabled="true"], .leaflet-disabled') !== null;

  const found = [];
  const judge = (element, words, least, property = 'color', part = '') => {
    if (!isSeen(element) || isOff(element)) return;
    const ratio = contrast(element, property, part);
    found.push({ words: words.trim().slice(0, 60), className: element.getAttribute('class'), ratio: Math.round(ratio * 100) / 100, least });
  };
  for (const root of document.querySelectorAll(OWN)) {
    if (root.parentElement.closest(OWN)) continue;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) if (text.textContent.trim() !== '') judge(text.parentElement, text.textContent, text.parentElement.closest('.red-ui-button') ? BUTTON : 4.5);
    for (const field of root.querySelectorAll('input:not([type="checkbox"]), select, textarea')) judge(field, field.value || field.id, 4.5);
    // In an empty field without a label, it is the only name that is seen.
    for (const field of root.querySelectorAll('[aria-label]:placeholder-shown')) judge(field, field.placeholder, 4.5, 'color', '::placeholder');
    for (const icon of root.querySelectorAll('i.fa')) judge(icon, `icon ${icon.className}`, 3);
    for (const shape of root.querySelectorAll('path.soil-map-area')) judge(shape, 'shape on the map', 3, 'stroke');
  }
  return found;
})();
