"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";

/** `JsonView` for sheets: loaded when one is opened, not with the list behind it. */
export const LazyJsonView = dynamic(
  loadPart(() => import("./json-view.tsx").then((module) => module.JsonView)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-40" />,
  },
);
