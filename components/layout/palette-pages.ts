import { ChartBar, type LucideIcon, Play } from "lucide-react";
import type { View } from "@/lib/bff/views";
import { paths } from "@/lib/paths";
import { navItems } from "./nav-items.ts";

interface PalettePage {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** The keys that lead there from everywhere. */
  readonly keys?: readonly string[];
}

/** Every page that needs no id. */
export const palettePages: readonly PalettePage[] = [
  ...navItems.map(({ goKey, ...item }) => ({ ...item, keys: ["g", goKey] })),
  { key: "insight", label: "Failures and durations of actions", href: paths.insight(), icon: ChartBar },
  { key: "invoke", label: "Invoke", href: paths.invoke(), icon: Play },
];

/** The list of invocations with a saved view open. */
export const savedViewPath = ({ id, query }: Pick<View, "id" | "query">): string =>
  `${paths.invocations()}?${query === "" ? "" : `${query}&`}view=${encodeURIComponent(id)}`;
