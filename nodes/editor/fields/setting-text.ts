/** A setting as text: what is neither text nor number is empty. */
export function settingText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
