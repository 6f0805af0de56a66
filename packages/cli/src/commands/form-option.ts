import { Option } from "commander";

/** `--form`, of commands that write a model in the forms of the exporter. */
export function formOption(): Option {
  return new Option(
    "--form <form>",
    "how neighbours are summed: by tables, or by scatters for runtimes that lack operators",
  )
    .choices(["fast", "portable"])
    .default("fast");
}
