"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";

/** The bell of the top bar; its code loads after the page. Its space is reserved, so that nothing moves. */
export const AlertBell = dynamic(
  loadPart(() => import("./alert-bell-button.tsx").then((module) => module.AlertBellButton)),
  {
    ssr: false,
    loading: () => <span className="size-8 shrink-0" />,
  },
);
