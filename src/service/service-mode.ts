/** What a service is: the built-in one on synthetic data, or a real one. */
export const MODES = ['sandbox', 'service'] as const;

/**
 * Whether `sandbox` or `service` is meant by the settings of a service; any other text as it is. A flow that was written by hand may leave the mode
 * out: who gives an address means that service, and would not look for invented data. An empty text is what an environment variable that is empty
 * gives: no default takes its place.
 */
export function modeOf({ mode, baseUrl, authUrl }: Readonly<Record<string, unknown>>): unknown {
  if (mode !== undefined && mode !== null) return mode;
  return [baseUrl, authUrl].every((address) => address === undefined || address === null || address === '') ? 'sandbox' : 'service';
}
