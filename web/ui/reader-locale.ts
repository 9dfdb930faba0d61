/** The language, or `en` if it makes `Intl` throw. Some webviews and old systems report such a language. */
export function usableLocale(language: string): string {
  try {
    return String(new Intl.Locale(language));
  } catch {
    return "en";
  }
}

/** From the reader's browser. */
export const readerLocale = usableLocale(navigator.language);
