import { expect, it } from "vitest";

import { formatsFor } from "./format.ts";
import { usableLocale } from "./reader-locale.ts";

it.each(["en-US", "bn-BD", "hi-IN-u-nu-deva", "zh-Hant-TW", "tlh", "xx-QQ"])(
  "the page uses the language %s as is",
  (language) => {
    expect(usableLocale(language)).toBe(language);
  },
);

it.each(["", "C", "en-US@posix", "en_US", "en_US.UTF-8", "*", "undefined-language"])(
  "prices are in English in a browser set to %j",
  (language) => {
    expect(usableLocale(language)).toBe("en");
    expect(formatsFor(usableLocale(language)).money(1234.5, "USD")).toBe("$1,234.50");
  },
);
