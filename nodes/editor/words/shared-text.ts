/** Texts that several dialogs share live in the catalogue of soil-service. */
const SHARED = 'node-red-contrib-soil-data/soil-service:soil-service.';

/** A text of the shared catalogue, in the editor's language. Values go in as they are: show the result as text, never as HTML. */
export function sharedText(key: string, values: Record<string, unknown> = {}): string {
  return RED._(SHARED + key, values);
}
