/** `en` for a language that makes `Intl` throw. Some webviews and old systems have one. */
export function usable(language: string): string {
  try {
    return String(new Intl.Locale(language));
  } catch {
    return "en";
  }
}

/** Of the reader's browser. */
export const readerLocale = usable(navigator.language);
