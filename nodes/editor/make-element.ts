/** An element with attributes and a text: nothing is ever read as HTML. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  content = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (content !== '') made.textContent = content;
  return made;
}

/** A button that shows only an icon, and says what it does to those who cannot see it. */
export function iconButton(icon: string, meaning: string, onClick: (button: HTMLButtonElement) => void, className = ''): HTMLButtonElement {
  const button = makeElement('button', { type: 'button', class: `red-ui-button ${className}`.trim(), 'aria-label': meaning, title: meaning });
  button.append(makeElement('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }));
  button.addEventListener('click', () => onClick(button));
  return button;
}

/** A button with words. */
export function textButton(words: string, onClick: () => void): HTMLButtonElement {
  const button = makeElement('button', { type: 'button', class: 'red-ui-button' }, words);
  button.addEventListener('click', onClick);
  return button;
}
