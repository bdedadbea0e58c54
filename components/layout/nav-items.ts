import {
  AppWindow,
  Bell,
  ChartGantt,
  CircleUserRound,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Play,
  ScrollText,
  Search,
  Settings,
  Waypoints,
} from "lucide-react";
import { paths } from "@/lib/paths";
import { navItemsTexts } from "./shell-messages.ts";

export type NavKey =
  | "overview"
  | "invocations"
  | "browsers"
  | "pools"
  | "proxies"
  | "profiles"
  | "alerts"
  | "timeline"
  | "search"
  | "audit"
  | "settings";

export interface NavItem {
  readonly key: NavKey;
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** After `g` it leads there from everywhere. */
  readonly goKey: string;
}

/** The count beside an item: `14 running`, or `1 short` in its colour. */
export interface NavCount {
  readonly text: string;
  readonly tone?: "plain" | "bad" | "warn" | undefined;
  /** Stands on a filled badge; after the number a screen reader says this word. */
  readonly badge?: string | undefined;
  /** It could not be refreshed. */
  readonly isStale?: boolean | undefined;
}

export type NavCounts = Readonly<Partial<Record<NavKey, NavCount>>>;

export const navItems: readonly NavItem[] = [
  {
    key: "overview",
    label: navItemsTexts.overview,
    href: paths.overview(),
    icon: LayoutDashboard,
    goKey: "o",
  },
  { key: "invocations", label: navItemsTexts.invocations, href: paths.invocations(), icon: Play, goKey: "i" },
  { key: "browsers", label: navItemsTexts.browsers, href: paths.browsers(), icon: AppWindow, goKey: "b" },
  { key: "pools", label: navItemsTexts.pools, href: paths.pools(), icon: Layers, goKey: "p" },
  { key: "proxies", label: navItemsTexts.proxies, href: paths.proxies(), icon: Waypoints, goKey: "x" },
  {
    key: "profiles",
    label: navItemsTexts.profiles,
    href: paths.profiles(),
    icon: CircleUserRound,
    goKey: "r",
  },
  { key: "alerts", label: navItemsTexts.alerts, href: paths.alerts(), icon: Bell, goKey: "a" },
  { key: "timeline", label: navItemsTexts.timeline, href: paths.timeline(), icon: ChartGantt, goKey: "t" },
  { key: "search", label: navItemsTexts.search, href: paths.search(), icon: Search, goKey: "s" },
  { key: "audit", label: navItemsTexts.audit, href: paths.audit(), icon: ScrollText, goKey: "u" },
  { key: "settings", label: navItemsTexts.settings, href: paths.settings(), icon: Settings, goKey: "e" },
];

/** Whether `pathname` belongs to the item: `/invocations/x` to Invocations, only `/` to Overview. */
export function isUnder(item: NavItem, pathname: string): boolean {
  return item.href === "/"
    ? pathname === "/"
    : pathname === item.href || pathname.startsWith(`${item.href}/`);
}
