import { ChartBar, type LucideIcon, Play, Settings } from "lucide-react";
import type { View } from "@/lib/bff/views";
import { paths } from "@/lib/paths";
import { navItems } from "./nav-items.ts";

interface PalettePage {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly keywords?: readonly string[];
  /** The keys that lead there from everywhere. */
  readonly keys?: readonly string[];
}

/** Anchors of the settings page, with the titles of their sections. */
const settingsSections = [
  ["you", "You"],
  ["appearance", "Appearance"],
  ["connection", "Connection"],
  ["recorder", "Recorder"],
  ["evidence", "Evidence"],
  ["sign-ins", "Sign-ins"],
  ["accounts", "Accounts"],
  ["api-tokens", "API tokens"],
  ["api-operations", "API operations"],
] as const;

/** Every page that needs no id, and the sections of the settings. */
export const palettePages: readonly PalettePage[] = [
  ...navItems.map(({ goKey, ...item }) => ({ ...item, keys: ["g", goKey] })),
  {
    ...{ key: "insight", label: "Insight", href: paths.insight(), icon: ChartBar },
    keywords: ["failures", "durations", "versions", "spike"],
  },
  { key: "invoke", label: "Invoke", href: paths.invoke(), icon: Play },
  ...settingsSections.map(([anchor, name]) => ({
    key: `settings-${anchor}`,
    label: `Settings: ${name}`,
    href: `${paths.settings()}#${anchor}`,
    icon: Settings,
  })),
];

/** The list of invocations with a saved view open. */
export const savedViewPath = ({ id, query }: Pick<View, "id" | "query">): string =>
  `${paths.invocations()}?${query === "" ? "" : `${query}&`}view=${encodeURIComponent(id)}`;
