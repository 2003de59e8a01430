/** Properties that are sums of charge by their definition, whatever is left out of their unit; and ions with one charge each. */
const CHARGE_ALONE = /exch[a-z\d]{0,20}\.?[\s_-]{0,5}cap|\b(cation|anion|exchange)\w{0,20}\b.{0,80}\bcapacity|capacity.{0,80}\b(cation|anion|exchange)|\be?cec\b|acidity|potassium|sodium|hydrogen|ammonium/i;

/** Whether moles of a property are moles of charge, whatever is left out of their unit. */
export function isChargeAlone(property: string): boolean {
  return CHARGE_ALONE.test(withoutProcedure(property));
}

/** `Exchangeable calcium (ammonium acetate)`: what it was extracted with is not what was measured. */
function withoutProcedure(property: string): string {
  return property.replace(/\([^()]*\)|,.*|\s(by|in|with)\s.*|\s-\s.*|\b\w+\s+(acetate|chloride)\b.*/gi, '');
}
