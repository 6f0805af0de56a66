import type { Rule } from "eslint";

export declare const noStringIndex: Rule.RuleModule;
