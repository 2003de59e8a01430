import { importFile, importText, type ImportedArea } from './imported-area';

/** Takes what a person drops on an element or pastes into it: a file, or text. Typing and pasting plain text into fields work as usual. */
export function receive(target: HTMLElement, take: (read: () => Promise<ImportedArea>) => void): void {
  const takeFrom = (file: File | undefined, text: string): boolean => {
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
    takeFrom(event.dataTransfer?.files[0], event.dataTransfer?.getData('text/plain') ?? '');
  });
  target.addEventListener('paste', (event) => {
    const { clipboardData } = event;
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const text = clipboardData?.getData('text/plain') ?? '';
    const copied = clipboardData?.files[0];
    // What is copied from a table or a document comes as text and as a picture of it.
    const file = text.trim() !== '' && copied?.type.startsWith('image/') ? undefined : copied;
    if (inField && !file && !/^\s*</.test(text)) return;
    if (takeFrom(file, text)) event.preventDefault();
  });
}
