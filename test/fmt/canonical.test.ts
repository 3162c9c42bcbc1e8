// The canonical form, file by file: what an editor writes, and what fmt makes of it.
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';
import { formatFolder, formatted, workingFolder } from './folder.js';

describe('a file of one record', () => {
  it('has a line a field and a line an element, in the order of PROMISES.md', async () => {
    const vacancy = `{"work_regions":[2,1],"created_at":"2024-05-01T10:00:00+03:00","crm_data":{"deal_id":7},
      "certificates":[{"exact_category":1,"id":5,"category":2}],"ready_for":[],"text":"Нужен эксперт","category":2,"id":9}`;
    expect(await formatted('vacancies/9.json', vacancy)).toBe(`{
  "id": 9,
  "text": "Нужен эксперт",
  "ready_for": [],
  "category": 2,
  "created_at": "2024-05-01T10:00:00+03:00",
  "crm_data": {
    "deal_id": 7
  },
  "work_regions": [
    2,
    1
  ],
  "certificates": [
    {
      "id": 5,
      "category": 2,
      "exact_category": 1
    }
  ]
}
`);
  });

  it('keeps what is no field: $schema first, other keys last and in their order', async () => {
    const region =
      '{"zone": [1, {"b": 1}], "name": "Тверь", "alias": "т", "$schema": "a.json", "id": 2}';
    expect(await formatted('regions/2.json', region)).toBe(`{
  "$schema": "a.json",
  "id": 2,
  "name": "Тверь",
  "zone": [1, {"b": 1}],
  "alias": "т"
}
`);
  });

  it('has elements of no declared shape on the line of their field', async () => {
    const comment = '{"files": [{"a": [1, null], "б\\"": {}}], "emoji": [], "id": 1}';
    expect(await formatted('comments/1.json', comment)).toBe(
      '{\n  "id": 1,\n  "emoji": [],\n  "files": [{"a": [1, null], "б\\"": {}}]\n}\n',
    );
  });

  it('adds no default and takes none away', async () => {
    const region = '{\n  "id": 2,\n  "name": "Тверь",\n  "code": "",\n  "district": null\n}\n';
    expect(await formatted('regions/2.json', region)).toBe(region);
  });
});

describe('a file of many records', () => {
  it('has a line a record, by id, those without one last', async () => {
    const regions = `[{"name": "Без номера"}, {"name":"Тверь","id":2},
      5, {"id": 0, "name": "Ноль"},\n\n{"id":1,"name":"Москва"}, {"id": 10, "name": "Орёл"}]`;
    expect(await formatted('regions.json', regions)).toBe(`[
  {"id": 1, "name": "Москва"},
  {"id": 2, "name": "Тверь"},
  {"id": 10, "name": "Орёл"},
  {"name": "Без номера"},
  5,
  {"id": 0, "name": "Ноль"}
]
`);
  });

  it('is not canonical in another order alone', async () => {
    expect(await formatted('regions.ndjson', '{"id": 2}\n{"id": 1}\n')).toBe(
      '{"id": 1}\n{"id": 2}\n',
    );
  });

  it('has no empty line as .ndjson', async () => {
    const regions = '\n{"name": "Тверь", "id": 2}  \r\n\r\n  {"id":1,"name":"Москва","code":"77"}';
    expect(await formatted('regions.ndjson', regions)).toBe(
      '{"id": 1, "name": "Москва", "code": "77"}\n{"id": 2, "name": "Тверь"}\n',
    );
  });

  it('keeps records of one id in their order, and $schema where it stands for nothing', async () => {
    expect(
      await formatted('regions.json', '[{"id":1,"name":"Б"},{"$schema":"","id":1,"name":"А"}]'),
    ).toBe('[\n  {"id": 1, "name": "Б"},\n  {"id": 1, "name": "А", "$schema": ""}\n]\n');
  });

  it('may have none', async () => {
    expect(await formatted('regions.json', ' [\n\n]')).toBe('[]\n');
    expect(await formatted('regions.ndjson', '\r\n \n')).toBe('');
    expect(await formatted('regions.ndjson', '')).toBe('');
  });
});

describe('values', () => {
  const region = async (fields: string) => {
    const text = await formatted('regions.ndjson', `{"id": 1, ${fields}}`);
    return text.slice('{"id": 1, '.length, -2);
  };
  const reply = async (emoji: string) => {
    const text = await formatted('comments.ndjson', `{"id": 1, "emoji": ${emoji}}`);
    return text.slice('{"id": 1, "emoji": '.length, -2);
  };

  it('are written without escapes that need not be', async () => {
    expect(
      await region('"n\\u0061me": "\\u0416\\/\\ud83c\\udfd7 \\u2028\\"\\\\\\u000a\\u0001\\u007f"'),
    ).toBe('"name": "Ж/🏗 \u2028\\"\\\\\\n\\u0001\u007f"');
    expect(await reply('[{"\\u0416": "\\/"}]')).toBe('[{"Ж": "/"}]');
  });

  it('of no declared shape keep their order and their digits', async () => {
    const any =
      '[{"2": 1.0, "1": 1e2, "b": 0.12345678901234567890, "__proto__": {"z": 1E+2, "a": -0.5}}, []]';
    expect(await reply(any.replaceAll(' ', '\t  '))).toBe(any);
  });

  it('that are whole numbers have digits alone', async () => {
    const text = '{"id": 1.0, "event_type": 20e-1, "post": 1E2, "title": 1.0, "user": 0.5}';
    expect(await formatted('events.ndjson', text)).toBe(
      '{"id": 1, "event_type": 2, "title": 1, "user": 0.5, "post": 100}\n',
    );
    // A whole number to JSON.parse only.
    const nearly = '{"id": 1, "post": 2.00000000000000000001}\n';
    expect(await formatted('events.ndjson', nearly)).toBe(nearly);
  });

  it('of a wrong shape stay as they are', async () => {
    const text =
      '{"id": 1, "profile": [{"site": "", "user": 1}], "avatar": "a", "is_staff": {"b": 1, "a": [1]}}\n';
    expect(await formatted('users.ndjson', text)).toBe(text);
    expect(await formatted('users/1.json', '  [[1 ,"2"], "x"]')).toBe('[\n  [1, "2"],\n  "x"\n]\n');
    expect(await formatted('users/1.json', ' "x" ')).toBe('"x"\n');
  });

  it('in parts of parts have the order of their fields too', async () => {
    const post = `{"polls": [{"title": "?", "variants": [
      {"title": "да", "votes": [{"variant": 1, "user": 3, "poll": 1, "id": 1}], "id": 1}], "id": 1}], "id": 1}`;
    expect(await formatted('posts.ndjson', post.replaceAll('\n', ''))).toBe(
      '{"id": 1, "polls": [{"id": 1, "variants": [{"id": 1, "votes": [{"id": 1, "poll": 1, "user": 3, "variant": 1}], "title": "да"}], "title": "?"}]}\n',
    );
  });
});

describe('bytes around the text', () => {
  it('a byte-order mark and CRLF go, a last line end comes', async () => {
    expect(
      await formatted('regions/1.json', '\uFEFF{\r\n  "id": 1,\r\n  "name": "Тверь"\r\n}'),
    ).toBe('{\n  "id": 1,\n  "name": "Тверь"\n}\n');
  });
});

describe('the data that ships', () => {
  it('is canonical', async () => {
    const { report } = await formatFolder(projectFolder, { check: true });
    expect(report).toMatchObject({ changed: [], refused: 0, problems: [] });
    expect(report.files).toBeGreaterThan(100);
  });

  it('an empty folder has nothing to format', async () => {
    const { report } = await formatFolder(workingFolder({ 'README.md': '#' }));
    expect(report).toEqual({ files: 0, changed: [], refused: 0, problems: [] });
  });
});
