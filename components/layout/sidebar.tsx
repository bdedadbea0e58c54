"use client";

import { PanelLeft } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { Brand } from "./brand.tsx";
import type { NavCounts } from "./nav-items.ts";
import { NavList } from "./nav-list.tsx";
import { sidebarTexts } from "./shell-messages.ts";
import { toggleSidebar, useSidebarCollapsed } from "./sidebar-state.ts";

/** The pages, at the left edge of anything wider than a phone or a page at twice its size. */
export function Sidebar({ counts }: { counts: NavCounts }) {
  const collapsed = useSidebarCollapsed();
  return (
    <aside className="sticky top-0 hidden h-dvh w-52 shrink-0 flex-col gap-2 border-r border-line bg-sunk px-2 pb-2 collapsed:w-[50px] md:flex print:hidden">
      <Link href={paths.overview()} className="flex h-12 items-center rounded-md px-2 focus-inset">
        <Brand />
      </Link>
      <NavList counts={counts} />
      <div className="mt-auto">
        <IconButton
          label={collapsed ? sidebarTexts.expandSidebar : sidebarTexts.collapseSidebar}
          aria-expanded={!collapsed}
          onClick={toggleSidebar}
        >
          <PanelLeft />
        </IconButton>
      </div>
    </aside>
  );
}
