// Refusals in Russian.
import { quoted } from '../quote.js';
import type { Reason } from './en-refusals.js';
import type { FailureWords } from './refusals.js';
import { counted } from './ru-counts.js';

const from = (file: string | undefined) =>
  file === undefined ? 'стандартный ввод' : `файл ${file}`;
const meant = (nearest: string | undefined) =>
  nearest ? `; возможно, имелось в виду ${nearest}?` : '';
const orOneOf = (nearest: string | undefined, known: readonly string[]) =>
  nearest ? `возможно, имелось в виду ${nearest}?` : `есть ${known.join(', ')}`;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'нет прав доступа',
  EPERM: 'это не разрешено',
  EROFS: 'файловая система только для чтения',
  ENOSPC: 'на диске нет места',
  EDQUOT: 'исчерпана квота диска',
  ENOENT: 'нет такого файла или папки',
  ENOTDIR: 'это не папка',
};
const toBreak = (breaking: string | undefined) =>
  breaking === undefined ? 'добавьте --break-lock' : `выполните ${breaking}`;
const why = ({ code, said }: Reason) => REASONS[code] ?? said;
const would = {
  read: 'то, что там лежит, читалось бы как данные',
  serve: 'то, что там лежит, отдавалось бы читателям',
};

export const ru: FailureWords = {
  refusals: {
    'data/no-folder': ({ folder }) =>
      `нет папки с данными ${folder}; новый портал создаёт npx portal-snapshot init`,
    'data/above': ({ folder, portal }) =>
      `нет папки с данными ${folder}; портал лежит в ${portal}: выполните команду там (cd ${quoted(portal)})`,
    'data/link': ({ folder, to }) =>
      `папка с данными ${folder} — символическая ссылка, по ней программа не идёт: укажите папку, на которую она ведёт (--data ${quoted(to)})`,
    'data/no-file': ({ file, data }) => `${file} — не файл данных из ${data}`,
    'data/changed': ({ path }) => `${path} изменился, пока его читали`,
    'data/unfinished': ({ folder, command }) =>
      `изменение в ${folder} не закончено: другая команда ещё работает или была прервана; если ни одна не работает, начатое отменит ${command}`,
    'data/not-taken-back': ({ journal, files }) =>
      files.length === 0
        ? `прерванная команда оставила изменение на половине, а её запись в ${journal} повреждена: исправьте данные вручную или с помощью git и удалите эту папку`
        : `прерванная команда оставила изменение на половине, а эти файлы с тех пор изменились: ${files.join(', ')}; что было в них раньше, лежит в ${journal}: исправьте данные и удалите эту папку`,
    'data/unread': ({ file }) =>
      `${file}: читается не всё; сначала исправьте то, что там найдёт check`,
    'setting/value': ({ name, must, found }) => `настройка ${name}: ${must.ru}, а не ${found}`,
    'setting/unknown': ({ name, file, nearest }) =>
      `в ${file} неизвестная настройка ${name}${meant(nearest)}`,
    'setting/file': ({ file, reason }) => `настройки в ${file} не читаются: ${reason}`,
    'setting/twice': ({ name, file, line }) =>
      `в ${file} дважды указано ${name}, второй раз в строке ${line}: уберите одно из них`,
    'setting/no-object': ({ file }) => `в ${file} должен быть один объект JSON`,
    'setting/inside': (args) =>
      `папка из настройки ${args.name} не должна лежать в ${args.outer}: ${would[args.would]}`,
    'setting/member': ({ place, name, nearest }) => `в ${place} не бывает ${name}${meant(nearest)}`,
    'host/unknown': ({ name, nearest, known }) =>
      `неизвестный хостинг ${name}; ${orOneOf(nearest, known)}`,
    'host/links': ({ host, style, needed }) =>
      `${host} не может отдавать ссылки вида "${style}": он не умеет ${needed}`,
    'host/path': ({ host, path }) =>
      `в файлах для ${host} путь в baseUrl состоит из букв, цифр и знаков "-", "_", "." и "~", а указано ${path}`,
    'host/folder': ({ host, folder }) =>
      `в файлах для ${host} нельзя назвать папку ${folder}: нужен полный путь без кавычек, обратных косых черт, скобок, управляющих символов и знаков $ % * ?`,
    'host/top': ({ host, path }) =>
      `${host} отдаёт папку с самого верха своего адреса: в baseUrl не может быть пути ${path}`,
    'search/no-pagefind': () =>
      'поиск /search/ собирает программа Pagefind, а она не установлена: npm install pagefind',
    'search/failed': ({ reason }) => `Pagefind не может собрать поиск: ${reason}`,
    'disk/link': ({ path }) =>
      `${path} — символическая ссылка, через неё ничего не записывается: удалите её`,
    'disk/no-folder': ({ path }) => `${path} мешает: это не папка`,
    'disk/no-file': ({ path }) => `${path} мешает: это не файл`,
    'disk/refused': ({ folder, reason, path }) =>
      `в ${folder} не удаётся записать: ${why(reason)}${path === undefined ? '' : ` (${path})`}`,
    'disk/temporary': ({ folder, reason }) =>
      `в ${folder} не удаётся записать: ${why(reason)}; другую папку можно назвать в TMPDIR`,
    'lock/restless': ({ folder }) => `${folder} всё время занимают и освобождают другие`,
    'lock/broken': ({ folder }) => `другая команда сняла блокировку ${folder}`,
    'lock/unreadable': ({ folder, lock, reason, breaking }) =>
      `нельзя узнать, пишет ли в ${folder} другая команда: её блокировка ${lock} не читается (${reason}); если никто не пишет, ${toBreak(breaking)}`,
    'lock/held': ({ folder, lock, by, since, sign, breaking }) => {
      const who = by ? `процесс ${by.pid} на ${by.host}` : 'в блокировке никто не назван';
      const when = since === undefined ? '' : ` с ${since}`;
      return `в ${folder} пишет другая команда (${who}${when}, последний признак жизни ${sign}, блокировка ${lock}); дождитесь её конца, а если её больше нет, ${toBreak(breaking)}`;
    },
    'git/missing': () => 'для этого нужен git, а он не установлен',
    'git/no-repository': ({ folder, ref, said }) =>
      `${folder} не в рабочей копии репозитория git, поэтому ${ref} там нет${said && ` (git: ${said})`}`,
    'git/shallow': ({ ref }) =>
      `в этой неполной копии нет коммита ${ref}: получите её с историей (git fetch --unshallow; в GitHub Actions — fetch-depth: 0)`,
    'git/unknown-ref': ({ ref }) =>
      `git не знает коммита ${ref}: назовите ветку, метку или коммит, которые здесь есть (git fetch получит те, что на сервере)`,
    'git/strange-name': ({ name }) => `git называет файл ${name}, а таких файлов не бывает`,
    'git/incomplete': ({ ref, said }) =>
      `git не может прочитать файлы ${ref}: получите репозиторий со всеми объектами (неполную копию — командой git fetch --refetch --no-filter)${said && ` (git: ${said})`}`,
    'new/numbered': ({ collection, id, field }) =>
      `в записи ${id} из ${collection} указано ${field}, и из-за новой записи под ней изменились бы номера других: уберите такие номера во всём дереве, и они вычислятся сами`,
    'data/restless': ({ data }) => `${data} всё время меняют другие`,
    'new/twice': ({ flag, times }) => `параметр --${flag} указан несколько раз (${times})`,
    'new/no-json': ({ flag, found }) =>
      `в параметре --${flag} нужен JSON, например {"id": 1}, а указано ${found}`,
    'new/input-twice': () => 'со стандартного ввода можно взять только один текст',
    'new/text-unread': ({ field, file, reason }) =>
      `--${field}: не удаётся прочитать ${from(file)} (${reason}); текст, который начинается с @, пишется с @@`,
    'new/text-encoding': ({ field, file }) => `--${field}: ${from(file)} — не UTF-8`,
    'new/no-record': ({ flag, collection, id, near }) => {
      const hint =
        near.length > 0
          ? `возможно, имелось в виду ${near.join(' или ')}?`
          : 'напишите номер записи, которая есть';
      return `--${flag}: в ${collection} нет записи ${id}; ${hint}`;
    },
    'diff/errors': ({ ref, errors }) =>
      `в данных ${ref} ${counted(errors, 'errors')}, поэтому снимка, с которым сравнивать, нет`,
    'diff/no-snapshot': ({ folder, file }) =>
      `${folder} — не снимок: там нет ${file}, который можно прочитать (ветку с таким именем назовите refs/heads/…)`,
    'diff/no-page': ({ path }) => `${path} — не страница снимка`,
    'mirror/no-snapshot': ({ url, status }) =>
      `копировать нечего: ${url} отвечает с кодом ${status}; укажите базовый адрес опубликованного снимка`,
    'preview/no-port': ({ first, last }) => `от ${first} до ${last} нет свободного порта`,
    'preview/taken': ({ port }) => `порт ${port} занят; выберите другой или уберите --port`,
    'preview/port': ({ port, reason }) => `порт ${port} нельзя использовать: ${reason}`,
  },
  system: {
    EMFILE: 'открыто слишком много файлов сразу; больше разрешит "ulimit -n 1024"',
    ERR_MODULE_NOT_FOUND:
      'если он на месте, открыто слишком много файлов; больше разрешит "ulimit -n 1024"',
    ENFILE:
      'на этом компьютере открыто слишком много файлов сразу; подождите или закройте другие программы',
    ENOSPC: 'нет места для записи',
    EDQUOT: 'исчерпана квота диска; больше ничего не записать',
    ENOENT: 'нет такого файла или папки',
    EACCES: 'нет прав доступа',
    EPERM: 'это не разрешено',
    EROFS: 'файловая система только для чтения',
    EISDIR: 'это папка, а нужен файл',
    ENOTDIR: 'это не папка',
  },
};
