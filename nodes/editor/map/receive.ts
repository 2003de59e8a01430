import { areCopiedFeatures } from './copied-features';
import { importFile, importText, type ImportedArea } from './imported-area';

/** Files, or else text. */
function contentOf(data: DataTransfer | null): { files: File[]; text: string } {
  return { files: [...(data?.files ?? [])], text: data?.getData('text/plain') ?? '' };
}

/** Plain text in a field, such as a place, is what a person writes there. */
function belongsInField({ target }: Event, files: readonly File[], text: string): boolean {
  return isField(target) && files.length === 0 && !/^\s*</.test(text) && !areCopiedFeatures(text);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Takes what a person drops on an element or pastes into it: a file, or text. Typing, pasting and dropping plain text into fields work as usual. */
export function receive(target: HTMLElement, take: (read: () => Promise<ImportedArea>) => void): void {
  const takeFrom = (files: readonly File[], text: string): boolean => {
    const [file, ...others] = files;
    if (file) take(() => importFile(file, others));
    else if (text.trim() !== '') take(() => importText(text));
    return file !== undefined || text.trim() !== '';
  };
  target.addEventListener('dragover', (event) => {
    // What it is, is known only when it is dropped. A field takes text only if it is left to the browser here.
    if (isField(event.target) && !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    target.classList.add('soil-map-dropping');
  });
  target.addEventListener('dragleave', () => target.classList.remove('soil-map-dropping'));
  target.addEventListener('drop', (event) => {
    event.stopPropagation();
    target.classList.remove('soil-map-dropping');
    const { files, text } = contentOf(event.dataTransfer);
    if (belongsInField(event, files, text)) return;
    event.preventDefault();
    takeFrom(files, text);
  });
  target.addEventListener('paste', (event) => {
    const content = contentOf(event.clipboardData);
    // What is copied from a table or a document comes as text and as a picture of it.
    const files = content.files.filter(({ type }) => content.text.trim() === '' || !type.startsWith('image/'));
    if (!belongsInField(event, files, content.text) && takeFrom(files, content.text)) event.preventDefault();
  });
}
