/** Whether a text is an e-mail address that the service can send to: a name without quotes and brackets, `@`, and a host with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"]{1,64}@[A-Za-z0-9\u0080-\uffff-]+(\.[A-Za-z0-9\u0080-\uffff-]+)+$/.test(text);
}
