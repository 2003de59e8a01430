/** A name as names are compared: without blanks around it and letter case, and with its accents in one form (a Mac writes them as separate characters). */
export function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
