import { ChartBar, type LucideIcon, Play, Settings } from "lucide-react";
import type { Role } from "@/lib/bff/roles";
import type { View } from "@/lib/bff/views";
import { paths } from "@/lib/paths";
import { palettePagesTexts } from "./layout-on-demand-messages.ts";
import { navItems } from "./nav-items.ts";

interface PalettePage {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly keywords?: readonly string[];
  /** The keys that lead there from everywhere. */
  readonly keys?: readonly string[];
  /** Shows nothing to those with a lower role. */
  readonly role?: Role;
}

/** Anchors of the settings page, with the titles of their sections. */
const settingsSections = [
  ["you", palettePagesTexts.you],
  ["appearance", palettePagesTexts.appearance],
  ["connection", palettePagesTexts.connection],
  ["recorder", palettePagesTexts.recorder],
  ["evidence", palettePagesTexts.evidence],
  ["sign-ins", palettePagesTexts.signIns],
  ["accounts", palettePagesTexts.accounts, "admin"],
  ["api-tokens", palettePagesTexts.apiTokens, "admin"],
  ["api-operations", palettePagesTexts.apiOperations],
] as const satisfies readonly (readonly [anchor: string, name: string, role?: Role])[];

/** Every page that needs no id, and the sections of the settings. */
export const palettePages: readonly PalettePage[] = [
  ...navItems.map(({ goKey, ...item }) => ({ ...item, keys: ["g", goKey] })),
  {
    key: "insight",
    label: palettePagesTexts.insight,
    href: paths.insight(),
    icon: ChartBar,
    keywords: ["failures", "durations", "versions", "spike"],
  },
  { key: "invoke", label: palettePagesTexts.invoke, href: paths.invoke(), icon: Play },
  ...settingsSections.map(([anchor, name, role]) => ({
    key: `settings-${anchor}`,
    label: palettePagesTexts.settings(name),
    href: `${paths.settings()}#${anchor}`,
    icon: Settings,
    ...(role === undefined ? {} : { role }),
  })),
];

/** The list of invocations with a saved view open. */
export const savedViewPath = ({ id, query }: Pick<View, "id" | "query">): string =>
  `${paths.invocations()}?${query === "" ? "" : `${query}&`}view=${encodeURIComponent(id)}`;
