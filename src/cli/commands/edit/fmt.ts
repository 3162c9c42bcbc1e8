// `fmt`: brings data files into their canonical form; see editing/format/ for what that is.
import { format } from '../../../editing/format/index.js';
import { formatText } from '../../../editing/format/text.js';
import type { Run } from '../../command.js';

interface Given {
  readonly files: readonly string[];
  readonly check?: boolean;
  readonly stripStyles?: boolean;
}

export const fmt: Run<Given> = async (
  { files, check = false, stripStyles = false },
  { portal, options, lang },
) => {
  const { data = 'data', ...more } = options;
  const report = await format(portal, {
    ...{ ...more, data, check, stripStyles },
    ...(files.length > 0 && { files }),
  });
  const isUnformatted = check && report.changed.length > 0;
  return {
    ok: report.refused.length === 0 && !isUnformatted,
    output: formatText(report, check, lang, options),
  };
};
