/** A field with a menu of types, whose input has the name of the field for those who cannot see it. The label has no words yet: they come with the catalogue. */
export function prepareTypedField(field: JQuery, options: TypedInputOptions): void {
  field.typedInput(options);
  const label = `${field.attr('id')}-label`;
  $(`label[for="${field.attr('id')}"]`).attr('id', label);
  field.next('.red-ui-typedInput-container').find('input').attr('aria-labelledby', label);
}
