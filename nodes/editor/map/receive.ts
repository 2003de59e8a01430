import { importFile, importText, type ImportedArea } from './imported-area';

/** Takes what a person drops on an element or pastes into it: a file, or text. Typing and pasting plain text into fields work as usual. */
export function receive(target: HTMLElement, take: (read: () => Promise<ImportedArea>) => void): void {
  const takeFrom = (files: readonly File[], text: string): boolean => {
    const [file, ...others] = files;
    if (file) take(() => importFile(file, others));
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
    takeFrom([...(event.dataTransfer?.files ?? [])], event.dataTransfer?.getData('text/plain') ?? '');
  });
  target.addEventListener('paste', (event) => {
    const { clipboardData } = event;
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const text = clipboardData?.getData('text/plain') ?? '';
    // What is copied from a table or a document comes as text and as a picture of it.
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => text.trim() === '' || !type.startsWith('image/'));
    if (inField && files.length === 0 && !/^\s*</.test(text)) return;
    if (takeFrom(files, text)) event.preventDefault();
  });
}
