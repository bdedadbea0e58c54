"use client";

import { useQuery } from "@tanstack/react-query";
import { periodMs } from "@/lib/charts/periods";
import { paces } from "@/lib/paces";
import { insightQueries } from "@/lib/queries/insight";
import type { Lookback } from "./insight-search-params.ts";

const paceOf = (past: Lookback) =>
  past === "1h" || past === "24h" ? paces.refresh.figuresMs : paces.refresh.pastMs;

/** Figures of the actions, polled. */
export const useActionInsight = (past: Lookback) =>
  useQuery({ ...insightQueries.actions(periodMs[past]), refetchInterval: paceOf(past) });

/** Failure groups, polled. */
export const useFailureInsight = (past: Lookback) =>
  useQuery({ ...insightQueries.failures(periodMs[past]), refetchInterval: paceOf(past) });

/** The last minutes compared with the day before. */
export const useSpike = () =>
  useQuery({ ...insightQueries.spike(), refetchInterval: paces.refresh.figuresMs });
