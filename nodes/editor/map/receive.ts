import { importFile, importText, type ImportedArea } from './imported-area';

/** Takes what a person drops on an element or pastes into it: a file, or text. Typing and pasting plain text into fields work as usual. */
export function receive(target: HTMLElement, take: (read: () => Promise<ImportedArea>) => void): void {
  const takeFrom = (data: DataTransfer | null): boolean => {
    const file = data?.files[0];
    const text = data?.getData('text/plain') ?? '';
    if (file) take(() => importFile(file));
    else if (text.trim() !== '') take(() => importText(text));
    return file !== undefined || text.trim() !== '';
  };
  target.addEventListener('dragover', (event) => {
    event.preventDefault();
    target.classList.add('soil-map-dropping');
  });
  target.addEventListener('dragleave', () => target.classList.remove('soil-map-dropping'));
  target.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    target.classList.remove('soil-map-dropping');
    takeFrom(event.dataTransfer);
  });
  target.addEventListener('paste', (event) => {
    const { clipboardData } = event;
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const isMarkup = /^\s*</.test(clipboardData?.getData('text/plain') ?? '');
    if (inField && !isMarkup && !clipboardData?.files.length) return;
    if (takeFrom(clipboardData)) event.preventDefault();
  });
}
