/** A field with a menu of types, whose parts have the name of the field for those who cannot see it. */
export function prepareTypedField(field: JQuery, options: TypedInputOptions): void {
  const name = $(`label[for="${field.attr('id')}"]`).text().trim();
  field.typedInput(options);
  field.next('.red-ui-typedInput-container').find('input').attr('aria-label', name);
}
