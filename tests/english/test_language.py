"""English is told from other languages; names and numbers are left open."""

import pytest

from benchwright.english.language import is_english

TEXTS = {
    "english": "The river rises in the mountains and flows through three lakes before it reaches the sea.",
    "german": "Der Fluss entspringt in den Bergen und fließt durch drei Seen, bevor er das Meer erreicht.",
    "french": "La rivière prend sa source dans les montagnes et traverse trois lacs avant de se jeter dans la mer.",
    "spanish": "El río nace en las montañas y atraviesa tres lagos antes de llegar al mar por el norte del país.",
    "italian": "Il fiume nasce tra le montagne e attraversa tre laghi prima di arrivare al mare nel nord del paese.",
    "dutch": "De rivier ontspringt in de bergen en stroomt door drie meren voordat zij de zee in het noorden bereikt.",
    "portuguese": "O rio nasce nas montanhas e atravessa três lagos antes de chegar ao mar, no norte do país.",
    "polish": "Rzeka wypływa w górach i płynie przez trzy jeziora, zanim dotrze do morza na północy kraju.",
    "swedish": "Floden rinner upp i bergen och flyter genom tre sjöar innan den når havet i norra delen av landet.",
    "turkish": "Nehir dağlardan doğar ve denize ulaşmadan önce ülkenin kuzeyinde üç gölün içinden geçer.",
    "russian": "Река берёт начало в горах и протекает через три озера, прежде чем впадает в море.",
    "chinese": "这条河发源于群山之中，流经三个湖泊，最后注入北方的大海。",
    "greek": "Ο ποταμός πηγάζει από τα βουνά και διασχίζει τρεις λίμνες πριν φτάσει στη θάλασσα.",
    "arabic": "ينبع النهر من الجبال ويمر عبر ثلاث بحيرات قبل أن يصل إلى البحر.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_one_sentence_is_enough(language: str) -> None:
    assert is_english(TEXTS[language]) is (language == "english")


@pytest.mark.parametrize(
    "text",
    [
        "Phrae United ( Thai สโมสรฟุตบอลแพร่ ยูไนเต็ด ) is a semi professional football club based in the north .",
        "Judah Colt ( July 1 , 1761 - October 11 , 1832 ) was an early pioneer of Erie County .",
        "Water boils at 100 degrees under normal pressure.",
    ],
)
def test_english_with_foreign_names_is_english(text: str) -> None:
    assert is_english(text) is True


@pytest.mark.parametrize(
    "text", ["", "Rio de Janeiro", "1, 2, 3, 4, 5, 6, 7, 8", "C 6 H 12 O 6 + 6 O 2", "K.R.C. Genk"]
)
def test_names_and_numbers_are_left_open(text: str) -> None:
    assert is_english(text) is None


def test_a_sentence_full_of_foreign_names_is_not_refused() -> None:
    assert is_english("He studied at the École des Beaux-Arts de Paris under Jean de la Fontaine .") is not False


@pytest.mark.parametrize(
    "text",
    [
        "import os\n\nprint(os.getcwd())\n" * 5,
        "'puke': '#a5a502', 'pinkish purple': '#d648d7', 'sea blue': '#047495', 'pale': '#fff9d0'",
        ">>> os.path.commonprefix(['/usr/lib', '/usr/local/lib'])\n'/usr/l'",
        "3g2 3gp 7z aac ace apk avi bz2 deb dmg ear f4v flac flv gpg gz iso jar jpeg jpg lrz lz lz4 lzma lzo",
    ],
)
def test_code_and_lists_of_names_are_in_no_language(text: str) -> None:
    assert is_english(text) is not False
