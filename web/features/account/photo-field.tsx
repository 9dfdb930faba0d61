import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";

import { settingsQuery } from "../../api/settings.ts";
import { ImageField } from "../../ui/fields/image-field.tsx";

/** Until the settings arrive, the limit in the specification's hint applies. */
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;

export function PhotoField(field: Omit<ComponentProps<typeof ImageField>, "shape" | "maxBytes">) {
  const { data: settings } = useQuery(settingsQuery);
  return <ImageField {...field} shape="round" maxBytes={settings?.maxImageBytes ?? DEFAULT_MAX_BYTES} />;
}
