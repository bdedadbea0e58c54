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
}

/** The count beside an item: `14 running`, or `1 short` in the error colour. */
export interface NavCount {
  readonly text: string;
  readonly tone?: "plain" | "bad" | undefined;
}

export type NavCounts = Readonly<Partial<Record<NavKey, NavCount>>>;

export const navItems: readonly NavItem[] = [
  { key: "overview", label: "Overview", href: paths.overview(), icon: LayoutDashboard },
  { key: "invocations", label: "Invocations", href: paths.invocations(), icon: Play },
  { key: "browsers", label: "Browsers", href: paths.browsers(), icon: AppWindow },
  { key: "pools", label: "Pools", href: paths.pools(), icon: Layers },
  { key: "proxies", label: "Proxies", href: paths.proxies(), icon: Waypoints },
  { key: "profiles", label: "Profiles", href: paths.profiles(), icon: CircleUserRound },
  { key: "alerts", label: "Alerts", href: paths.alerts(), icon: Bell },
  { key: "timeline", label: "Timeline", href: paths.timeline(), icon: ChartGantt },
  { key: "search", label: "Search", href: paths.search(), icon: Search },
  { key: "audit", label: "Audit", href: paths.audit(), icon: ScrollText },
  { key: "settings", label: "Settings", href: paths.settings(), icon: Settings },
];

/** Whether `pathname` belongs to the item: `/invocations/x` to Invocations, only `/` to Overview. */
export function isUnder(item: NavItem, pathname: string): boolean {
  return item.href === "/"
    ? pathname === "/"
    : pathname === item.href || pathname.startsWith(`${item.href}/`);
}
