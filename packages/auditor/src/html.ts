/**
 * Reports as HTML pages. Apart from the package's index, because charts and the document that they are drawn in take
 * half a second to load.
 *
 * @module
 */
export { renderHistoryHtml } from "./render/history/render-history-html.js";
export { renderGatesHtml } from "./render/gates/render-gates-html.js";
export { renderSideBySideHtml } from "./render/render-side-by-side-html.js";
export { renderComparisonHtml } from "./render/render-comparison-html.js";
export { renderMonitorHtml } from "./render/monitor/render-monitor-html.js";
export { renderHtml } from "./render/render-html.js";
