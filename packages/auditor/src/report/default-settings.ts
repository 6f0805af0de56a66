import { defaultMinimumSupport } from "@evenodds/core";
import { defaultAlpha, defaultDraws } from "../statistics/defaults.js";
import type { AuditSettings } from "./audit-report.js";

/** Settings of an audit where the caller names no others. Flags take their defaults from here. */
export const defaultSettings: AuditSettings = {
  minimumSupport: defaultMinimumSupport,
  draws: defaultDraws,
  alpha: defaultAlpha,
  maxGap: null,
  rule: "point",
  onInconclusive: "fail",
};
