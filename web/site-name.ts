/** Replaced by the build with the setting `SITE_NAME` (scripts/build/site-name.ts). */
declare const __SITE_NAME__: string;

export const SITE_NAME = __SITE_NAME__;
