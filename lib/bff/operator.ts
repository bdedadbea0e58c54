// The signed-in operator and the environment.
import * as z from "zod/mini";
import { role } from "./roles.ts";

export const environmentColors = ["gray", "blue", "green", "amber", "red", "violet"] as const;
export const environmentColor = z.enum(environmentColors);
export type EnvironmentColor = z.infer<typeof environmentColor>;

export const operator = z.object({ username: z.string(), role });
export type Operator = z.infer<typeof operator>;

export const environment = z.object({ name: z.string(), color: environmentColor });
