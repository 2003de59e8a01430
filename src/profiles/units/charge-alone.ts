/** Properties that are sums of charge by definition, even if their unit does not say so. */
const SUM_OF_CHARGE = /exch[a-z\d]{0,20}\.?[\s_-]{0,5}cap|\b(cation|anion|exchange)\w{0,20}\b.{0,80}\bcapacity|capacity.{0,80}\b(cation|anion|exchange)|\be?cec\b|acidity/i;
/** Ions with one charge each, by name or symbol. */
const ONE_CHARGE = [/potassium|sodium|hydrogen|ammonium/i, /\b(?:K|Na|H|NH4)(?![A-Za-z\d])/];
/** What a name may have beside them: a sum or ratio with any of these is not only of ions with one charge each. */
const OTHER_CHARGE = [/calcium|magnesium|alumini?um|iron|manganese|zinc|copper|barium|bases|phosph|sul(?:f|ph)|carbon|nitrate|nitrite/i, /\b(?:Ca|Mg|Al|Fe|Mn|Zn|Cu|Ba|P)(?![a-z])/];
/** The same in a list after a comma, where a name may also be that of a salt: `Exchangeable Na, K, Ca, Mg`. */
const OTHER_IN_LIST = [OTHER_CHARGE[0]!, /\b(?:Ca|Mg|Al|Fe|Mn|Zn|Cu|Ba|P)(?:\d?\+)*(?![A-Za-z\d])/];
/** A salt that something is extracted with: `sodium hydrogen carbonate`, `NH4-acetate`, `Na EDTA`. */
const SALT =
  /\b(?:potassium|sodium|ammonium|hydrogen|calcium|magnesium|barium|lithium|strontium|silver|K|Na|NH4|Ca|Mg|Ba|Li)[\s_-]{1,3}(?:hydrogen[\s_-]{1,3})?(?:[a-z]{0,20}(?:ate|ide|ite)|OAc|EDTA|DTPA)\b/gi;

/** Whether moles of a property are moles of charge, even if their unit does not say so. */
export function isChargeAlone(property: string): boolean {
  const measured = withoutProcedure(property);
  if (SUM_OF_CHARGE.test(measured)) return true;
  const [, ...listed] = property.replace(SALT, ' ').split(',');
  const hasOthers = OTHER_CHARGE.some((others) => others.test(measured)) || OTHER_IN_LIST.some((others) => others.test(listed.join()));
  return !hasOthers && ONE_CHARGE.some((ions) => ions.test(measured));
}

/** `Exchangeable calcium (ammonium acetate)`, `Sodium acetate calcium`: what it was extracted with is not what was measured. */
function withoutProcedure(property: string): string {
  return property.replace(/\([^()]*\)|,.*|\s(by|in|with)\s.*|\s-\s.*/gi, '').replace(SALT, ' ');
}
